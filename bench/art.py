"""How large the decks are, and how long a card takes to draw.

    python bench/art.py [runs]

For each deck the sum of all its cards, each compressed by itself as a page would fetch it; the sprite that the web table fetches,
also compressed; and the processor time of drawing one card from nothing, the median of some runs: the middle card and the
slowest. What is kept between calls is cleared before each; glyphs and greys, which all cards share, are drawn once.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import time

from parlour.art import DECKS, card_svg, deck_cards, sprite


def drawing_ms(card: int, deck: str, runs: int) -> float:
    """Milliseconds of processor time to draw one card, the median of `runs`."""
    found = []
    for _ in range(runs):
        card_svg.cache_clear()
        start = time.process_time()
        card_svg(card, deck=deck)
        found.append(1000 * (time.process_time() - start))
    return statistics.median(found)


def packed(text: str) -> int:
    """Bytes of a text as it is served."""
    return len(gzip.compress(text.encode(), 9, mtime=0))


def main(runs: int = 21) -> None:
    """Print the table of docs/performance.md."""
    print("| deck | cards | all cards, compressed | sprite, compressed | drawing the middle card | the slowest |")
    print("| --- | --- | --- | --- | --- | --- |")
    for deck, title in DECKS.items():
        cards = deck_cards(deck)
        times = sorted(drawing_ms(card, deck, runs) for card in cards)
        alone = sum(packed(card_svg(card, deck=deck)) for card in cards)
        whole = packed(sprite(deck=deck))
        row = f"{alone / 1000:.0f} KB | {whole / 1000:.0f} KB | {statistics.median(times):.2f} ms | {times[-1]:.2f} ms"
        print(f"| {title} | {len(cards)} | {row} |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
