"""Agreement: what one seat offers the others, who must agree to it, and what follows then.

It comes from ``table`` and ``rewinding`` and serves the interface.
"""
