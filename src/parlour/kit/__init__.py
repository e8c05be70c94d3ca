"""The kit: what rules are made of. A game imports this and nothing else of the house."""

from .bags import bag_add, bag_clear, bag_copies, bag_fill_pile, bag_pour, bag_put, bag_size, bag_take
from .calls import CARD, Calls, calls
from .cards import (
    ACE,
    BIG_JOKER,
    CARD_BITS,
    CLUBS,
    DIAMONDS,
    EIGHT,
    FIRST_CALL,
    FIVE,
    FOUR,
    HEARTS,
    JACK,
    JOKERS,
    KING,
    NINE,
    PACK_20,
    PACK_24,
    PACK_32,
    PACK_36,
    PACK_40,
    PACK_48,
    PACK_52,
    QUEEN,
    RANKS,
    SEVEN,
    SIX,
    SMALL_JOKER,
    SPADES,
    SUITS,
    TEN,
    THREE,
    TWO,
    card_name,
    card_set,
    cards_in,
    pack_of,
    points,
    rank_of,
    ranking,
    read_card,
    suit_of,
)
from .layout import (
    ALL,
    AUTO,
    DEAL,
    NOBODY,
    OWNER,
    SEATS,
    UNKNOWN,
    YES_NO,
    Bag,
    Cards,
    Flag,
    Layout,
    Number,
    Option,
    Pile,
    Seat,
    by,
)
from .machine import (
    INTERPRETED,
    count,
    highest,
    lowest,
    rotate_left,
    rule,
    shift_left,
    shift_right,
    wrapping_add,
    wrapping_mul,
)
from .menus import first_code, in_menu, last_code, menu_codes, offer, offer_cards, offer_run, pick_random
from .piles import clear, draw, fill, gather, lay, lay_top, pop, pour, push, put, shuffle, top
from .random import next_word, random_below, random_unit, seed_random, splitmix
from .sets import holds, nth, random_card, size_of, total, unknown_count
from .tricks import NO_TRUMPS, beats, following, heading, winning_place
from .turns import answered, ask, ask_all, left_of, rest, say, share_win
