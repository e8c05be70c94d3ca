"""The letters of the cards in each language: what is shown can be typed as it is shown."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from parlour.art import deck_cards
from parlour.art.words import names
from parlour.engine.errors import BadInput
from parlour.engine.game import Game
from parlour.engine.rooms import named, room_names
from parlour.house.commands import help_text, parts, read_choice, read_command
from parlour.house.screen import Screen
from parlour.kit.cards import card_name
from parlour.languages import (
    OTHER_SYSTEMS,
    card_languages,
    cards_printed,
    in_language,
    language,
    languages,
    lettered,
    rank_letters,
    read_card,
    speaking,
    written_cards,
)
from parlour.languages.letters import LETTERS, SIGNS
from parlour.languages.names import card_name as whole_name
from parlour.languages.names import card_words

PACK = range(54)
MOST = 40
"""Calls of a pattern that are tried."""
TRANSLATED = [code for code in languages() if code in card_languages()]


def spoken(code: str):
    found = language(code)
    assert found is not None
    return speaking(found)


def in_words(code: str, card: int) -> str:
    return whole_name(code, card) if card < 52 else card_words(code).jokers[card - 52]


def code_of(name: str) -> int:
    """The card of an English name."""
    return next(card for card in PACK if card_name(card) == name)


def screen_of(name: str) -> tuple[Game, Screen]:
    """A game as the reading of choices needs it, without its rules, and the screen that shows them."""
    game = Game(named(name))
    return game, Screen(game, ["You", *(f"Bot {n}" for n in range(1, game.seats))], 0)


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_card_can_be_typed_as_it_is_shown(code):
    with spoken(code):
        for card in PACK:
            shown = lettered(card_name(card))
            assert {read_card(text) for text in (shown, shown.lower(), in_words(code, card))} == {card}, shown
            assert read_card(lettered(card_name(card, suits=False)), suited=False) == (card if card > 51 else card % 13)
            if card < 52:
                assert shown == rank_letters(code)[card % 13] + shown[-1]


@pytest.mark.parametrize("system", ["german", "italian", "spanish"])
@pytest.mark.parametrize("code", TRANSLATED)
def test_cards_of_other_suits_can_be_typed_by_their_names(code, system):
    """A player who looks at coins types the ace of coins; two to ten, courts and ace, the suit behind its rank or before it."""
    called = names(system, code)
    with spoken(code):
        for card in range(52):
            suit, rank = called.suits[card // 13], called.ranks[card % 13]
            typed = (called.cards[card], called.cards[card].upper(), f"{rank} {suit}", f"{suit} {rank}")
            assert {read_card(text) for text in typed} == {card}, typed
            own = called.indices[card % 13]
            if not own.isdigit() and own not in (*LETTERS, *rank_letters(code)):
                assert read_card(f"{own} {suit}") == card
            if card in deck_cards(system):
                for text in (*typed, f"{called.indices[card % 13]} {suit}", f"{suit} {called.indices[card % 13]}"):
                    assert cards_printed(text, system) == {card}, text


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_number_on_a_spanish_jack_is_the_jack(code):
    """Botifarra has no tens; Spades has, and there a ten is a ten however its suit is called."""
    suits = names("spanish", code).suits
    with spoken(code):
        for game_name, jack in (("botifarra", True), ("spades", False)):
            game, screen = screen_of(game_name)
            row = game.fresh(1).tables[0]
            for suit in range(4):
                ten, meant = 13 * suit + 8, 13 * suit + (9 if jack else 8)
                for codes in ([meant], []):
                    assert read_choice(game, screen, codes, row, f"10 {suits[suit]}") == meant
                if jack:
                    for text in (f"10 {suits[suit]}", f"10{SIGNS[suit]}"):
                        assert read_choice(game, screen, [meant], row, text, suits="spanish") == meant
                assert read_choice(game, screen, [], row, f"10{SIGNS[suit]}") == ten, "as it is written on French cards"


@pytest.mark.parametrize(
    ("code", "suits", "text", "french", "printed"),
    [
        ("de", "german", "7S", "7♠", "7♦"),  # Schellen
        ("en", "spanish", "7c", "7♣", "7♦"),  # coins, or cups
        ("en", "italian", "7c", "7♣", "7♥"),
        ("it", "german", "7f", "7♣", "7♠"),  # foglie
        ("es", "german", "7h", "7♥", "7♠"),  # hojas
        ("nl", "spanish", "7s", "7♠", "7♣"),  # stokken
        ("fr", "italian", "7c", None, "7♥"),  # coupes; carreau and coeur are two
    ],
)
def test_a_letter_of_two_suits_is_refused_on_a_deck_that_is_not_french(code, suits, text, french, printed):
    """With French cards it is read as ever; it was so with others too, and another card was played than the one that was seen."""
    game, screen = screen_of("scopa")
    in_menu = [code_of(name) for name in (french, printed) if name]
    with spoken(code):
        if french:
            assert read_choice(game, screen, in_menu, None, text) == code_of(french)
            for letters in ("", code):
                with pytest.raises(BadInput, match=r"7 \w+, 7 \w+, 7") as refused:
                    read_choice(game, screen, in_menu, None, text, letters, suits)
                assert text in in_language(str(refused.value))
        else:
            assert read_choice(game, screen, in_menu, None, text, "", suits) == code_of(printed)


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("suits", OTHER_SYSTEMS)
def test_a_card_that_is_written_as_the_refusal_says_is_read(code, suits):
    game, screen = screen_of("schafkopf")
    with spoken(code):
        for suit, example in enumerate(written_cards(suits)[1].split(", ")):
            assert read_choice(game, screen, PACK, None, example, "", suits) == 13 * suit + 5


def test_a_letter_of_one_card_of_the_menu_is_that_card():
    game, screen = screen_of("schafkopf")
    with spoken("de"):
        for codes in ([code_of("7♦")], [], [code_of("7♦"), code_of("8♠")]):
            assert read_choice(game, screen, codes, None, "7S", "", "german") == code_of("7♦"), "Schellen"
        assert read_choice(game, screen, PACK, None, "7 sch", "", "german") == code_of("7♦")


@pytest.mark.parametrize("code", TRANSLATED)
def test_english_letters_are_read_unless_they_mean_something_else(code):
    own = {letter: rank for rank, letter in enumerate(rank_letters(code))}
    with spoken(code):
        for card in range(52):
            rank = own.get(LETTERS[card % 13], card % 13)
            assert read_card(card_name(card)) == 13 * (card // 13) + rank


@pytest.mark.parametrize(
    ("code", "cards"),
    {
        "de": {
            "dkr": "Q♣",
            "Dame Kreuz": "Q♣",
            "kreuz d": "Q♣",
            "bp": "J♠",
            "Pik As": None,
            "herz 7": "7♥",
            "dk": None,
            "qc": "Q♣",
        },
        "fr": {
            "2 de": "2♦",
            "2de": "2♦",
            "as de": "A♦",
            "dt": "Q♣",
            "1p": "A♠",
            "10p": "10♠",
            "dame de coeur": "Q♥",
            "dc": None,
            "vca": "J♦",
            "kh": "K♥",
        },
        "it": {"qc": "Q♥", "qf": "Q♣", "qq": "Q♦", "re di cuori": "K♥", "ks": "K♠"},
        "es": {"qc": "Q♥", "qt": "Q♣", "rey de picas": "K♠", "qd": "Q♦"},
        "nl": {"vk": "Q♣", "hh": "K♥", "kh": "K♥", "schoppenvrouw": "Q♠", "qc": "Q♣"},
        "en": {"qc": "Q♣", "queen of clubs": "Q♣", "th": "10♥", "hearts q": "Q♥", "t": None},
    }.items(),
)
def test_suits_are_written_by_sign_or_beginning(code, cards):
    with spoken(code):
        read = {text: None if (card := read_card(text)) is None else card_name(card) for text in cards}
        assert read == cards
        for suit, example in enumerate(written_cards()[1].split()[1:]):
            assert read_card(example) == 13 * suit + 10
            assert example in help_text()


@pytest.mark.parametrize("name", room_names())
def test_every_choice_can_be_typed_as_it_is_shown(name):
    """Calls too, with the letters in them: of choices that are shown alike, the first is meant."""
    game, screen = screen_of(name)
    for code in TRANSLATED:
        with spoken(code):
            for patterns in game.room.calls.phases.values():
                calls = [n for pattern in patterns for n in range(pattern.low, min(pattern.high, pattern.low + MOST) + 1)]
                codes = [*PACK, *calls]
                shown = [lettered(screen.choice(n)) for n in codes]
                for choice, text in zip(calls, shown[len(PACK) :], strict=True):
                    read = read_choice(game, screen, codes, None, text)
                    assert read == choice or shown[codes.index(read)] == text, (code, text)


@pytest.mark.parametrize(
    ("page", "deck", "text", "card"),
    [
        ("de", "en", "Q♠", "Q♠"),  # English letters do in every language
        ("en", "de", "D♠", "Q♠"),
        ("en", "de", "B♠", "J♠"),
        ("en", "nl", "h♦", "K♦"),
        ("en", "de", "Q♠", "Q♠"),  # and so do those of the page
        ("fr", "de", "K♣", "K♣"),
        ("nl", "fr", "V♠", "J♠"),  # a queen in Dutch: what is on the card counts
        ("nl", "", "V♠", "Q♠"),
        ("de", "xx", "D♠", "Q♠"),
    ],
)
def test_letters_of_a_deck_that_was_chosen_are_read_too(page, deck, text, card):
    game, screen = screen_of("spades")
    with spoken(page):
        assert read_choice(game, screen, PACK, None, text, deck) == read_choice(game, screen, PACK, None, card, "en")


def test_a_card_in_the_letters_of_the_deck_that_cannot_be_played_is_known():
    """So that it is refused with the rule that forbids it."""
    game, screen = screen_of("spades")
    with spoken("en"):
        assert read_choice(game, screen, [0], None, "D♠", "de") == 3 * 13 + 10


def test_a_suit_that_may_be_two_is_refused_and_not_read_in_english():
    game, screen = screen_of("schafkopf")
    with spoken("fr"):
        for text in ("7c", "10c", "kc"):
            with pytest.raises(BadInput) as refused:
                read_choice(game, screen, PACK, None, text)
            assert "D♣ dt dca dco dp" in in_language(str(refused.value)), "it says how the four queens are written"
        assert read_choice(game, screen, PACK, None, "7t") == read_card("7t") is not None


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_card_of_a_pack_without_suits_can_be_typed_as_it_is_shown(code):
    """A capital letter is a card there, and no command."""
    _game, screen = screen_of("spite_and_malice")
    with spoken(code):
        for shown in (lettered(screen.choice(card)) for card in range(13)):
            assert read_command(shown).act == "choose", shown


def test_a_call_with_a_comma_in_it_is_one_choice():
    read = {"See you, for 6": 1, "7♦": 2, "9♦": 3}

    def reads(text):
        if text not in read:
            raise BadInput("no")
        return read[text]

    assert parts("See you, for 6", reads) == ["See you, for 6"]
    assert parts("7♦, 9♦", reads) == ["7♦", "9♦"]
    assert parts("7♦, x", reads) == ["7♦", "x"]


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_call_named_like_a_card_is_read_as_the_call_where_it_is_offered(code):
    game, screen = screen_of("solo")
    call, card = game.room.read_choice("ace ♦"), game.room.read_choice("A♦")
    with spoken(code):
        for text in ("ace ♦", lettered(screen.choice(call))):
            assert read_choice(game, screen, [call], None, text) == call
        assert read_choice(game, screen, [card], None, "A♦") == card


@pytest.mark.parametrize(
    ("code", "ranks"), [("de", "BDK"), ("fr", "VDR"), ("nl", "BVH"), ("it", "JQK"), ("es", "JQK"), ("en", "JQK")]
)
def test_ranks_without_suits_have_the_letters(code, ranks):
    """Melds in calls, ranks that are named, and the cards of a pack without suits."""
    with spoken(code):
        game, screen = screen_of("khanhoo")
        assert ranks in screen.choice(game.room.read_choice("bump royal JQK"))
        game, screen = screen_of("chicago")
        assert screen.choice(game.room.read_choice("name Q")) == ranks[1]
        _game, screen = screen_of("spite_and_malice")
        assert screen.choice(10) == ranks[1]
        assert screen.number(10, "rank") == ranks[1]


def test_a_refusal_tells_the_letters():
    game, screen = screen_of("schafkopf")
    for code, said in (("de", "B D K A"), ("en", "")):
        with spoken(code), pytest.raises(BadInput) as refused:
            read_choice(game, screen, [], None, "Xy♣")
        with spoken(code):
            text = in_language(str(refused.value))
            assert said in text
            assert "Schafkopf" in text


def test_a_letter_of_another_rank_has_the_readers_meaning(monkeypatch):
    """No language of the house has one yet: here the jack is written K and the queen A."""
    from parlour.languages import letters as module

    words = module.card_words("de")
    odd = SimpleNamespace(**{**words.__dict__, "indices": {"french": ("K", "A", "Q", "J")}})
    monkeypatch.setattr(module, "card_words", lambda code: odd)
    module._spelled.cache_clear()
    try:
        with spoken("de"):
            assert [lettered(f"{rank}♣") for rank in "JQKA"] == ["K♣", "A♣", "Q♣", "J♣"]
            assert [card_name(read_card(f"{letter}♣")) for letter in "KAQJ"] == ["J♣", "Q♣", "K♣", "A♣"]
    finally:
        module._spelled.cache_clear()
