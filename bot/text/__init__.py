"""Sentences for refusals, events and errors, in every language of the catalogues."""
