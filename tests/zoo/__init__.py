"""The zoo: the strongest computer of each game against enemies unlike itself, from either side.

Each enemy has one idea: it sits, runs, hides, storms, takes what it can. They stand in
``tests/support/GAME_sparring.py``; beside them play the weaker computers and random play.
``python -m tests.zoo GAME`` plays them and prints what came of it.
"""
