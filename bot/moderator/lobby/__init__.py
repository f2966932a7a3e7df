"""How a campaign comes to be and finds its people: creation, seats, servers, threads, rematches.

``people`` and the moderator come in here.
"""
