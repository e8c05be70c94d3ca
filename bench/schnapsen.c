/* Schnapsen by the rulebook (default house rules), played at random, as fast as plain C goes.
 *
 * The yardstick for the compiled Python rules: it draws the same random numbers in the same order, so both sides play
 * identical matches, and `run_digest` and `trace` let a program check that they do. Whatever has to agree with the other
 * side (random numbers, card and call numbers, shuffle, deal, digest) is in part 1; part 2 is the game, part 3 the exports.
 *
 * Build: cc -O3 -march=native -shared -fPIC -o schnapsen.so schnapsen.c
 */
#include <stdint.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/* ---------------------------------------------------------------------------------------------------- 1. Conventions */

enum { SUITS = 4, RANKS = 13, TEN = 8, JACK, QUEEN, KING, ACE };    /* card = suit * 13 + rank; clubs diamonds hearts spades */
enum { CARDS_OF_PACK = 20, FACE_DOWN = 9, HAND_POINTS = 66, TARGET_VP = 7 };

/* A menu is one word: bits 0-51 are cards, bits 52-59 the calls, so the k-th set bit is the k-th choice in code order. */
enum { FIRST_CALL = 52, EXCHANGE = FIRST_CALL, CLOSE, MARRIAGE, DECLARE = MARRIAGE + SUITS, CONTINUE };
enum { FIRST_CALL_CODE = 64 };

INLINE int code_of(int bit) { return bit < FIRST_CALL ? bit : bit - FIRST_CALL + FIRST_CALL_CODE; }

typedef struct { uint64_t a, b, c, d; } Random;    /* xoshiro256** (Blackman and Vigna) */

INLINE uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

INLINE uint64_t next(Random *r)
{
    uint64_t result = rotate(r->b * 5, 7) * 9, shifted = r->b << 17;
    r->c ^= r->a;
    r->d ^= r->b;
    r->b ^= r->c;
    r->a ^= r->d;
    r->c ^= shifted;
    r->d = rotate(r->d, 45);
    return result;
}

/* An unbiased number below n from the top 32 bits (Lemire 2019). Always draws, also for n = 1. */
INLINE uint32_t below(Random *r, uint32_t n)
{
    uint64_t product = (next(r) >> 32) * n;
    if (__builtin_expect((uint32_t)product < n, 0)) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold)
            product = (next(r) >> 32) * n;
    }
    return product >> 32;
}

INLINE uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

INLINE uint64_t mix(uint64_t v) { return splitmix(&v); }

/* Matches count from 0, hands from 1; hand 0 is the stream the first dealer is drawn from. */
INLINE Random seeded(uint64_t seed, uint64_t match, uint64_t hand)
{
    uint64_t state = mix(mix(mix(seed) ^ match) ^ hand);
    Random r;
    r.a = splitmix(&state);
    r.b = splitmix(&state);
    r.c = splitmix(&state);
    r.d = splitmix(&state);
    return r;
}

INLINE int first_dealer(uint64_t seed, uint64_t match)
{
    Random r = seeded(seed, match, 0);
    return below(&r, 2);
}

#define OF_SUIT(s) (s) * RANKS + TEN, (s) * RANKS + JACK, (s) * RANKS + QUEEN, (s) * RANKS + KING, (s) * RANKS + ACE
static const int8_t PACK[CARDS_OF_PACK] = {OF_SUIT(0), OF_SUIT(1), OF_SUIT(2), OF_SUIT(3)};

INLINE void shuffle(Random *r, int8_t *pile, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = below(r, i + 1);
        int8_t card = pile[i];
        pile[i] = pile[j];
        pile[j] = card;
    }
}

INLINE uint64_t one(int bit) { return (uint64_t)1 << bit; }

/* From the top (the end) of the pile: three to the non-dealer, three to the dealer, the upcard, two and two. What is left,
 * pile[0..8], is the face-down stock, drawn from its end. Returns the upcard. */
INLINE int deal(const int8_t *pile, int dealer, uint64_t hand[2])
{
    const int8_t *top = pile + CARDS_OF_PACK;
    hand[1 - dealer] = one(top[-1]) | one(top[-2]) | one(top[-3]) | one(top[-8]) | one(top[-9]);
    hand[dealer] = one(top[-4]) | one(top[-5]) | one(top[-6]) | one(top[-10]) | one(top[-11]);
    return top[-7];
}

/* A uniformly random entry of a menu, as its bit. */
INLINE int pick(Random *r, uint64_t menu)
{
    uint32_t k = below(r, __builtin_popcountll(menu));
#if defined(__BMI2__)
    return __builtin_ctzll(_pdep_u64(one(k), menu));
#else
    while (k--)
        menu &= menu - 1;
    return __builtin_ctzll(menu);
#endif
}

/* What is kept of the choices. A match's digest is FNV-1a over its choice codes, begun with the match number; a run's is
 * the sum of its matches' digests, so it does not depend on how the matches are shared out. */
enum { NOTHING, DIGEST, TRACE };
typedef struct { uint64_t digest; int32_t *codes; int64_t room, written; } Log;

INLINE void begin_log(Log *log, uint64_t match) { log->digest = 0xCBF29CE484222325u ^ match; }

INLINE void keep_choice(Log *log, int kind, int bit)
{
    if (kind == DIGEST)
        log->digest = (log->digest ^ (uint64_t)code_of(bit)) * 0x100000001B3u;
    if (kind == TRACE) {
        if (log->written < log->room)
            log->codes[log->written] = code_of(bit);
        log->written++;
    }
}

/* ------------------------------------------------------------------------------------------------------- 2. The game */

typedef struct { int64_t decisions, hands, wins[2], victory_points[2]; } Totals;

#define RANK_MASK(r) ((uint64_t)1 << (r))
#define RANKS_ABOVE(r) ((r) == JACK  ? RANK_MASK(QUEEN) | RANK_MASK(KING) | RANK_MASK(TEN) | RANK_MASK(ACE) \
                      : (r) == QUEEN ? RANK_MASK(KING) | RANK_MASK(TEN) | RANK_MASK(ACE)                    \
                      : (r) == KING  ? RANK_MASK(TEN) | RANK_MASK(ACE)                                      \
                      : (r) == TEN   ? RANK_MASK(ACE) : 0)
#define SUIT_MASK(s) ((uint64_t)0x1FFF << (s) * RANKS)
#define CARD(s, r, value) [(s) * RANKS + (r)] = {SUIT_MASK(s), RANKS_ABOVE(r) << (s) * RANKS, value}
#define CARDS(s) CARD(s, TEN, 10), CARD(s, JACK, 2), CARD(s, QUEEN, 3), CARD(s, KING, 4), CARD(s, ACE, 11)

/* By card: its suit, the cards of the suit that head it, and its card points. */
static const struct { uint64_t suit, heads, points; } FACE[SUITS * RANKS] = {CARDS(0), CARDS(1), CARDS(2), CARDS(3)};

static const uint64_t QUEENS = RANK_MASK(QUEEN) | RANK_MASK(QUEEN) << RANKS | RANK_MASK(QUEEN) << 2 * RANKS
                               | RANK_MASK(QUEEN) << 3 * RANKS;

/* The marriage calls this hand allows, as menu bits. */
INLINE uint64_t marriages(uint64_t hand)
{
    uint64_t queens = hand & hand >> 1 & QUEENS;
#if defined(__BMI2__)
    return _pext_u64(queens, QUEENS) << MARRIAGE;
#else
    uint64_t calls = 0;
    for (; queens; queens &= queens - 1)
        calls |= one(MARRIAGE + __builtin_ctzll(queens) / RANKS);
    return calls;
#endif
}

/* R5: head in suit, else follow, else trump, else anything. */
INLINE uint64_t strict_replies(uint64_t hand, int led, uint64_t trumps)
{
    uint64_t heading = hand & FACE[led].heads, following = hand & FACE[led].suit, trumping = hand & trumps;
    return heading ? heading : following ? following : trumping ? trumping : hand;
}

/* One hand. Adds the victory points it yields to vp. */
INLINE void play_hand(Random *random, int dealer, int vp[2], Totals *totals, Log *log, const int kind)
{
    int8_t stock[CARDS_OF_PACK];
    uint64_t hand[2];
    __builtin_memcpy(stock, PACK, sizeof stock);
    shuffle(random, stock, CARDS_OF_PACK);
    int upcard = deal(stock, dealer, hand), face_down = FACE_DOWN;
    const int trump = upcard / RANKS, jack = trump * RANKS + JACK;
    const uint64_t trumps = SUIT_MASK(trump);

    int points[2] = {0, 0}, pending[2] = {0, 0}, tricks[2] = {0, 0};
    int closer = -1, closed_on_points = 0, closed_on_tricks = 0;    /* what the closer's opponent had at the close */
    int open = 1, leader = 1 - dealer;
    int64_t decisions = 0;
    uint64_t privileges = 0;    /* the leader's right to close and, with the jack, to exchange: none at trick 1 */

    for (;;) {
        const int follower = 1 - leader;
        uint64_t menu = hand[leader] | marriages(hand[leader]) | privileges;
        menu |= (privileges >> CLOSE & hand[leader] >> jack) << EXCHANGE;
        int led;
        while (decisions++, led = pick(random, menu), keep_choice(log, kind, led), led >= FIRST_CALL) {
            if (led >= MARRIAGE) {
                const int suit = led - MARRIAGE;
                pending[leader] += suit == trump ? 40 : 20;
                menu = (RANK_MASK(QUEEN) | RANK_MASK(KING)) << suit * RANKS;
            } else if (led == CLOSE) {
                open = 0;
                closer = leader;
                closed_on_points = points[follower];
                closed_on_tricks = tricks[follower];
                menu &= ~(one(CLOSE) | one(EXCHANGE));
            } else {
                hand[leader] ^= one(jack) | one(upcard);
                upcard = jack;
                menu = hand[leader] | marriages(hand[leader]) | (menu & one(CLOSE));
            }
        }
        hand[leader] ^= one(led);

        const int reply = pick(random, open ? hand[follower] : strict_replies(hand[follower], led, trumps));
        keep_choice(log, kind, reply);
        hand[follower] ^= one(reply);

        const uint64_t beating = FACE[led].heads | (trumps & ~FACE[led].suit);
        const int winner = leader ^ (int)(beating >> reply & 1), loser = 1 - winner;
        points[winner] += (int)(FACE[led].points + FACE[reply].points) + pending[winner];
        pending[winner] = 0;
        tricks[winner]++;
        leader = winner;

        const int says = DECLARE + (int)below(random, 2);
        keep_choice(log, kind, says);
        decisions += 2;
        if (says == DECLARE) {    /* R11 */
            if (points[winner] < HAND_POINTS) {
                const int had = closer == winner ? closed_on_tricks : tricks[loser];
                vp[loser] += had ? 2 : 3;
            } else if (closer == loser) {
                vp[winner] += closed_on_tricks ? 2 : 3;
            } else {
                const int had = closer == winner ? closed_on_tricks : tricks[loser];
                const int got = closer == winner ? closed_on_points : points[loser];
                vp[winner] += !had ? 3 : got <= 32 ? 2 : 1;
            }
            break;
        }
        if (open) {    /* R9 */
            hand[winner] |= one(stock[--face_down]);
            open = face_down != 0;
            hand[loser] |= one(open ? stock[--face_down] : upcard);
        } else if (!hand[winner]) {    /* R12 */
            if (closer < 0)
                vp[winner] += 1;
            else
                vp[1 - closer] += closed_on_tricks ? 2 : 3;
            break;
        }
        privileges = (uint64_t)open << CLOSE;
    }
    totals->decisions += decisions;
    totals->hands++;
}

INLINE void play_match(uint64_t seed, uint64_t match, Totals *totals, Log *log, const int kind)
{
    int vp[2] = {0, 0}, dealer = first_dealer(seed, match);
    begin_log(log, match);
    for (uint64_t hand = 1; vp[0] < TARGET_VP && vp[1] < TARGET_VP; hand++, dealer = 1 - dealer) {
        Random random = seeded(seed, match, hand);
        play_hand(&random, dealer, vp, totals, log, kind);
    }
    totals->wins[vp[1] >= TARGET_VP]++;
    totals->victory_points[0] += vp[0];
    totals->victory_points[1] += vp[1];
}

/* ------------------------------------------------------------------------------------------------------- 3. Exports */

/* Plays matches first .. first + n - 1 of a seed; writes decisions, hands, wins of seats 0 and 1, victory points of both. */
void run(uint64_t seed, uint64_t first, uint64_t n, Totals *totals)
{
    Totals sum = {0};
    Log log;
    for (uint64_t match = first; match < first + n; match++)
        play_match(seed, match, &sum, &log, NOTHING);
    *totals = sum;
}

/* The same, and returns the digest of all choices. */
uint64_t run_digest(uint64_t seed, uint64_t first, uint64_t n, Totals *totals)
{
    Totals sum = {0};
    Log log;
    uint64_t digest = 0;
    for (uint64_t match = first; match < first + n; match++) {
        play_match(seed, match, &sum, &log, DIGEST);
        digest += log.digest;
    }
    *totals = sum;
    return digest;
}

/* Plays one match and writes its choice codes, as many as there is room for; returns how many there are. */
int64_t trace(uint64_t seed, uint64_t match, int32_t *codes, int64_t room, Totals *totals)
{
    Totals sum = {0};
    Log log = {.codes = codes, .room = room};
    play_match(seed, match, &sum, &log, TRACE);
    *totals = sum;
    return log.written;
}
