"""A simulated Discord in a process of its own, which real processes of the bot reach over sockets.

SimCord keeps what stands on Discord and judges what is asked of it (``world``). Here it is served
as Discord serves it: requests over HTTP (``rest``), events over websockets, a connection a shard
(``gateway``). The bot runs as hosts run it (``program``), with discord.py as it is delivered.
"""
