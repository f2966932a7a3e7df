"""Chances in words: percentages with one decimal, small fractions as they are, averages."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from babel.numbers import get_decimal_symbol

from bot.text.markup import Raw
from bot.text.numbers import MINUS
from bot.text.rulebook import cite
from bot.text.words import Words
from engine.api import Chance, Odds

SMALL = 36
"""Fractions with up to this denominator, that of two dice, are said as fractions too."""
MOST = 12
"""Results of one question that get a line of their own."""
FEW = 3
"""Results that are named where all must stand on one line."""


def percent(probability: Fraction, words: Words) -> Raw:
    """Say a probability as a percentage; what is possible is never 0.0, nor 100.0 if not sure."""
    tenths = round(probability * 1000)
    if probability > 0 and tenths == 0:
        return words.bot("chance.below", number=_number(1, 10, words))
    if probability < 1 and tenths == 1000:
        return words.bot("chance.above", number=_number(999, 10, words))
    if probability in {0, 1}:
        return words.bot("chance.percent", number=Raw(100 * int(probability)))
    return words.bot("chance.percent", number=_number(tenths, 10, words))


def ratio(probability: Fraction, words: Words) -> Raw | None:
    """Say a probability as "5 in 6" where its denominator is small, else nothing."""
    if not 1 < probability.denominator <= SMALL:
        return None
    return words.bot("chance.ratio", count=probability.numerator, of=probability.denominator)


def average(value: Fraction, words: Words) -> Raw:
    """Say an expected figure with at most two decimals."""
    if value.denominator == 1:
        return Raw(value.numerator)
    hundredths = round(value * 100)
    if hundredths == 0:
        return Raw(("<" if value > 0 else f">{MINUS}") + _number(1, 100, words))
    return _number(hundredths, 100, words)


def odds_texts(several: Sequence[Odds], words: Words) -> list[str]:
    """Say all about the odds of one action, a paragraph a question.

    What all of them take for granted is said once, at the end.
    """
    shared = len(several) > 1 and all(one.assumed == several[0].assumed for one in several)
    texts = ["\n".join(odds_lines(one, words, assumed=not shared)) for one in several]
    if shared and several[0].assumed:
        texts.append(_assumed(several[0], words))
    return texts


def odds_lines(odds: Odds, words: Words, *, assumed: bool = True) -> list[str]:
    """Say all about one question to the dice, a line each, the best result first.

    Args:
        odds: The question.
        words: The reader's.
        assumed: Whether to say what it takes for granted.
    """
    about = words.say(odds.about)
    head = words.bot("odds.about", about=about)
    if odds.supposing is not None:
        head = words.bot("odds.about_supposing", about=about, what=words.say(odds.supposing))
    lines: list[str] = [head + cite(odds.rule, words)]
    shown = _likeliest(odds.chances, MOST)
    sizes = [percent(chance.probability, words) for chance in odds.chances]
    width = max((len(size) for size in sizes), default=0)
    for chance, size in zip(odds.chances, sizes, strict=True):
        if chance in shown:
            exact = ratio(chance.probability, words)
            tail = f" *({exact})*" if exact else ""
            lines.append(f"`{size:>{width}}` {words.say(chance.result)}{tail}")
    lines += _rest(odds.chances, shown, words)
    if odds.expected:
        figures = " · ".join(
            f"{words.say(text)}: {average(value, words)}" for text, value in odds.expected
        )
        lines.append("-# " + words.bot("odds.expected", figures=Raw(figures)))
    if assumed and odds.assumed:
        lines.append(_assumed(odds, words))
    return lines


def _assumed(odds: Odds, words: Words) -> str:
    said = "; ".join(words.say(text) for text in odds.assumed)
    return "-# " + words.bot("odds.given", given=Raw(said))


def nearest(several: Sequence[Odds], words: Words, *, marked: bool = False) -> list[Raw]:
    """Say the nearest question to the dice on a line; one each for all that the unknown may be."""
    first = several[0]
    if first.supposing is None:
        return [brief(first, words, marked=marked)]
    return [
        words.bot(
            "odds.supposing",
            what=words.say(one.supposing),
            chances=brief(one, words, marked=marked),
        )
        for one in several
        if one.about == first.about and one.supposing is not None
    ]


def brief(odds: Odds, words: Words, *, marked: bool = False) -> Raw:
    """Say the likeliest results on one line, in their order; figures *marked* if wanted."""
    shown = _likeliest(odds.chances, FEW)
    tick = "`" if marked else ""
    said = [
        f"{tick}{percent(chance.probability, words)}{tick} {words.say(chance.result)}"
        for chance in odds.chances
        if chance in shown
    ]
    return Raw(" · ".join(said) + (" · …" if len(shown) < len(odds.chances) else ""))


def _likeliest(chances: Sequence[Chance], most: int) -> Sequence[Chance]:
    return sorted(chances, key=lambda chance: -chance.probability)[:most]


def _rest(chances: Sequence[Chance], shown: Sequence[Chance], words: Words) -> list[str]:
    left = len(chances) - len(shown)
    if left == 0:
        return []
    known = sum((chance.probability for chance in shown), Fraction(0))
    return [words.bot("odds.rest", n=left, share=percent(1 - known, words))]


def _number(value: int, unit: int, words: Words) -> Raw:
    """Write *value* / *unit*, a power of ten, with the language's decimal sign."""
    whole, part = divmod(abs(value), unit)
    sign = MINUS if value < 0 else ""
    digits = len(str(unit)) - 1
    return Raw(f"{sign}{whole}{get_decimal_symbol(words.language)}{part:0{digits}d}")
