"""Tests of the rules of ¡A las barricadas!"""
