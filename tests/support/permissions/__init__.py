"""The page of who may do what when (``docs/permissions.md``), and what tries each of its cells.

``page.py`` reads the tables. ``deeds.py`` says of each row by which commands, presses and boxes it
is tried; a new row of the page needs its deed there. ``scenes.py`` brings tables to where a deed
would succeed, did the right person try it. ``ground.py`` has everybody whom the columns name, and
what they can do: in the server, in another one, and in direct messages.
"""
