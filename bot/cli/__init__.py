"""What `python -m bot ...` does besides answering Discord."""
