"""Numbers as a language writes them: signs, fractions, and how many the grammar counts."""

from __future__ import annotations

from fractions import Fraction

from babel.numbers import get_decimal_symbol

MINUS = "\N{MINUS SIGN}"


def counted(number: object) -> int:
    """Return how many it is for the grammar: two and a half are several, as none are."""
    if isinstance(number, Fraction):
        return 1 if abs(number) == 1 else 2
    return abs(number) if isinstance(number, int) else 1


_PARTS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def fraction(value: Fraction, language: str, *, sign: bool) -> str:
    """Write a fraction: halves and quarters as such, others with at most two decimals."""
    whole, part = divmod(abs(value), 1)
    if part in _PARTS:
        shown = (integer(whole) if whole else "") + _PARTS[part]
    else:
        hundredths = round(abs(value) * 100)
        decimals = f"{hundredths % 100:02d}".rstrip("0")
        point = get_decimal_symbol(language)
        shown = integer(hundredths // 100) + (point + decimals if decimals else "")
        value = value if hundredths else Fraction(0)
    return signed(("-" if value < 0 else "+" if sign else "") + shown)


def integer(value: int) -> str:
    """Write a whole number."""
    # Python refuses to print numbers of more than 4,300 digits; nobody reads them either.
    return signed(str(value) if value.bit_length() < 200 else ("-" if value < 0 else "") + "10^60+")


def signed(number: str) -> str:
    """Write a minus as print does: it is no hyphen."""
    return number.replace("-", MINUS)
