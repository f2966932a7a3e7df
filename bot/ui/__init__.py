"""Buttons, selects, modals and the codec of their custom ids."""
