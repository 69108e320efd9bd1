/* Pirates en Duel: cards, state and move numbers, for its own files and its agents. All other code
 * uses the list in games.h. */
#ifndef FL_GAMES_PIRATES_EN_DUEL_PIRATES_EN_DUEL_H
#define FL_GAMES_PIRATES_EN_DUEL_PIRATES_EN_DUEL_H

#include "core/game.h"
#include "core/observe.h"

enum {
    FL_DUEL_SEATS = 6,
    FL_DUEL_BOATS = 6,
    FL_DUEL_PLACES = 6, /* places of one boat */
    FL_DUEL_SPOTS = FL_DUEL_BOATS * FL_DUEL_PLACES,
    FL_DUEL_ROW = 12,     /* open cards */
    FL_DUEL_RECRUITS = 4, /* open cards of one turn, at most */
    FL_DUEL_DICE = 6
};

enum fl_duel_skill {
    FL_NO_SKILL,
    FL_HELM, /* blue: from level 2 */
    FL_LOOKOUT,
    FL_MEDIC,
    FL_TAVERN,
    FL_DUEL_CREW_PARROT,
    FL_DUEL_CREW_MONKEY,
    FL_WARRIOR, /* green: level 3 */
    FL_SHIPWRIGHT,
    FL_SERGEANT,
    FL_DINGHY,
    FL_TWIN,
    FL_MARKSMAN,
    FL_PISTOL,
    FL_CARRIAGE,
    FL_BROTHER,
    FL_DUEL_SKILLS
};

/* The pirates. THIS SET IS OUR OWN: the pictures of the rulebook are lost (docs/rules, 1.5). Kind,
 * copies, sabres, cannons, skill, spelling, translation key; x is passed through. */
#define FL_DUEL_PIRATES(_, x)                                                                      \
    _(x, SAILOR_SABRE, 4, 1, 0, FL_NO_SKILL, "sailor-sabre", "pd.pirate.sailor-sabre")             \
    _(x, SAILOR_CANNON, 4, 0, 1, FL_NO_SKILL, "sailor-cannon", "pd.pirate.sailor-cannon")          \
    _(x, HELM_SABRE, 2, 1, 0, FL_HELM, "helm-sabre", "pd.pirate.helm-sabre")                       \
    _(x, HELM_CANNON, 2, 0, 1, FL_HELM, "helm-cannon", "pd.pirate.helm-cannon")                    \
    _(x, MEDIC_SABRE, 3, 1, 0, FL_MEDIC, "medic-sabre", "pd.pirate.medic-sabre")                   \
    _(x, MEDIC_CANNON, 3, 0, 1, FL_MEDIC, "medic-cannon", "pd.pirate.medic-cannon")                \
    _(x, LOOKOUT_SABRE, 3, 1, 0, FL_LOOKOUT, "lookout-sabre", "pd.pirate.lookout-sabre")           \
    _(x, LOOKOUT_CANNON, 3, 0, 1, FL_LOOKOUT, "lookout-cannon", "pd.pirate.lookout-cannon")        \
    _(x, PARROT_SABRE, 3, 1, 0, FL_DUEL_CREW_PARROT, "parrot-sabre", "pd.pirate.parrot-sabre")     \
    _(x, PARROT_CANNON, 3, 0, 1, FL_DUEL_CREW_PARROT, "parrot-cannon", "pd.pirate.parrot-cannon")  \
    _(x, TAVERN_SABRE, 1, 1, 0, FL_TAVERN, "tavern-sabre", "pd.pirate.tavern-sabre")               \
    _(x, TAVERN_CANNON, 1, 0, 1, FL_TAVERN, "tavern-cannon", "pd.pirate.tavern-cannon")            \
    _(x, MONKEY_SABRE, 1, 2, 0, FL_DUEL_CREW_MONKEY, "monkey-sabre", "pd.pirate.monkey-sabre")     \
    _(x, MONKEY_CANNON, 1, 0, 2, FL_DUEL_CREW_MONKEY, "monkey-cannon", "pd.pirate.monkey-cannon")  \
    _(x, WARRIOR, 2, 1, 0, FL_WARRIOR, "warrior", "pd.pirate.warrior")                             \
    _(x, SHIPWRIGHT, 2, 0, 0, FL_SHIPWRIGHT, "shipwright", "pd.pirate.shipwright")                 \
    _(x, DINGHY_SABRE, 1, 1, 0, FL_DINGHY, "dinghy-sabre", "pd.pirate.dinghy-sabre")               \
    _(x, DINGHY_CANNON, 1, 0, 1, FL_DINGHY, "dinghy-cannon", "pd.pirate.dinghy-cannon")            \
    _(x, BROTHER_SABRE, 1, 1, 0, FL_BROTHER, "brother-sabre", "pd.pirate.brother-sabre")           \
    _(x, BROTHER_CANNON, 1, 0, 1, FL_BROTHER, "brother-cannon", "pd.pirate.brother-cannon")        \
    _(x, TWIN, 2, 1, 0, FL_TWIN, "twin", "pd.pirate.twin")                                         \
    _(x, SERGEANT, 1, 0, 1, FL_SERGEANT, "sergeant", "pd.pirate.sergeant")                         \
    _(x, MARKSMAN, 1, 0, 0, FL_MARKSMAN, "marksman", "pd.pirate.marksman")                         \
    _(x, PISTOL, 1, 1, 0, FL_PISTOL, "pistol", "pd.pirate.pistol")                                 \
    _(x, CARRIAGE, 1, 0, 1, FL_CARRIAGE, "carriage", "pd.pirate.carriage")

/* The captains, one per boat, in the order of the colours. Each has one sabre and one cannon. */
#define FL_DUEL_COLOURS(_)                                                                         \
    _(BLUE, "blue", "pd.colour.blue", "pd.captain.blue")                                           \
    _(RED, "red", "pd.colour.red", "pd.captain.red")                                               \
    _(WHITE, "white", "pd.colour.white", "pd.captain.white")                                       \
    _(GREEN, "green", "pd.colour.green", "pd.captain.green")                                       \
    _(YELLOW, "yellow", "pd.colour.yellow", "pd.captain.yellow")                                   \
    _(VIOLET, "violet", "pd.colour.violet", "pd.captain.violet")

enum fl_duel_type { FL_BOARDING, FL_CANNONADE, FL_FISHING, FL_PAY, FL_GAIN };

/* The combat cards, OUR OWN too (1.6). Kind, type, two colours (none: black), coins, copies with a
 * plain back, copies with a white back, spelling, translation key. */
#define FL_DUEL_COMBATS(_)                                                                         \
    _(FISHING, FL_FISHING, 0, 0, 1, 1, "fishing", "pd.combat.fishing")                             \
    _(STORM, FL_PAY, 0, 1, 2, 2, "storm", "pd.combat.storm")                                       \
    _(ENCOUNTER, FL_PAY, 0, 1, 2, 2, "encounter", "pd.combat.encounter")                           \
    _(CAPTURE, FL_GAIN, 0, 1, 5, 5, "capture", "pd.combat.capture")                                \
    _(PLUNDER, FL_GAIN, 0, 1, 5, 5, "plunder", "pd.combat.plunder")                                \
    _(BLACK_BOARDING, FL_BOARDING, 0, 1, 2, 0, "boarding-black", "pd.combat.boarding-black")       \
    _(BLACK_CANNONADE, FL_CANNONADE, 0, 1, 2, 0, "cannonade-black", "pd.combat.cannonade-black")   \
    _(BLUE_RED_BOARDING, FL_BOARDING, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(RED), 1, 1, 0,               \
      "boarding-blue-red", "pd.combat.boarding-blue-red")                                          \
    _(BLUE_RED_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(RED), 1, 1, 0,             \
      "cannonade-blue-red", "pd.combat.cannonade-blue-red")                                        \
    _(BLUE_WHITE_BOARDING, FL_BOARDING, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(WHITE), 1, 1, 0,           \
      "boarding-blue-white", "pd.combat.boarding-blue-white")                                      \
    _(BLUE_WHITE_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(WHITE), 1, 1, 0,         \
      "cannonade-blue-white", "pd.combat.cannonade-blue-white")                                    \
    _(BLUE_GREEN_BOARDING, FL_BOARDING, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(GREEN), 2, 1, 0,           \
      "boarding-blue-green", "pd.combat.boarding-blue-green")                                      \
    _(BLUE_GREEN_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(GREEN), 2, 1, 0,         \
      "cannonade-blue-green", "pd.combat.cannonade-blue-green")                                    \
    _(RED_WHITE_BOARDING, FL_BOARDING, FL_DUEL_BIT(RED) | FL_DUEL_BIT(WHITE), 2, 1, 0,             \
      "boarding-red-white", "pd.combat.boarding-red-white")                                        \
    _(RED_WHITE_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(RED) | FL_DUEL_BIT(WHITE), 2, 1, 0,           \
      "cannonade-red-white", "pd.combat.cannonade-red-white")                                      \
    _(RED_GREEN_BOARDING, FL_BOARDING, FL_DUEL_BIT(RED) | FL_DUEL_BIT(GREEN), 1, 1, 0,             \
      "boarding-red-green", "pd.combat.boarding-red-green")                                        \
    _(RED_GREEN_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(RED) | FL_DUEL_BIT(GREEN), 1, 1, 0,           \
      "cannonade-red-green", "pd.combat.cannonade-red-green")                                      \
    _(WHITE_GREEN_BOARDING, FL_BOARDING, FL_DUEL_BIT(WHITE) | FL_DUEL_BIT(GREEN), 1, 1, 0,         \
      "boarding-white-green", "pd.combat.boarding-white-green")                                    \
    _(WHITE_GREEN_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(WHITE) | FL_DUEL_BIT(GREEN), 1, 1, 0,       \
      "cannonade-white-green", "pd.combat.cannonade-white-green")                                  \
    _(BLUE_YELLOW_BOARDING, FL_BOARDING, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(YELLOW), 1, 0, 1,         \
      "boarding-blue-yellow", "pd.combat.boarding-blue-yellow")                                    \
    _(BLUE_YELLOW_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(YELLOW), 2, 0, 1,       \
      "cannonade-blue-yellow", "pd.combat.cannonade-blue-yellow")                                  \
    _(RED_YELLOW_BOARDING, FL_BOARDING, FL_DUEL_BIT(RED) | FL_DUEL_BIT(YELLOW), 1, 0, 1,           \
      "boarding-red-yellow", "pd.combat.boarding-red-yellow")                                      \
    _(RED_YELLOW_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(RED) | FL_DUEL_BIT(YELLOW), 1, 0, 1,         \
      "cannonade-red-yellow", "pd.combat.cannonade-red-yellow")                                    \
    _(WHITE_YELLOW_BOARDING, FL_BOARDING, FL_DUEL_BIT(WHITE) | FL_DUEL_BIT(YELLOW), 2, 0, 1,       \
      "boarding-white-yellow", "pd.combat.boarding-white-yellow")                                  \
    _(WHITE_YELLOW_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(WHITE) | FL_DUEL_BIT(YELLOW), 1, 0, 1,     \
      "cannonade-white-yellow", "pd.combat.cannonade-white-yellow")                                \
    _(GREEN_YELLOW_BOARDING, FL_BOARDING, FL_DUEL_BIT(GREEN) | FL_DUEL_BIT(YELLOW), 1, 0, 1,       \
      "boarding-green-yellow", "pd.combat.boarding-green-yellow")                                  \
    _(GREEN_YELLOW_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(GREEN) | FL_DUEL_BIT(YELLOW), 1, 0, 1,     \
      "cannonade-green-yellow", "pd.combat.cannonade-green-yellow")                                \
    _(BLUE_VIOLET_BOARDING, FL_BOARDING, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(VIOLET), 1, 0, 1,         \
      "boarding-blue-violet", "pd.combat.boarding-blue-violet")                                    \
    _(BLUE_VIOLET_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(BLUE) | FL_DUEL_BIT(VIOLET), 1, 0, 1,       \
      "cannonade-blue-violet", "pd.combat.cannonade-blue-violet")                                  \
    _(RED_VIOLET_BOARDING, FL_BOARDING, FL_DUEL_BIT(RED) | FL_DUEL_BIT(VIOLET), 2, 0, 1,           \
      "boarding-red-violet", "pd.combat.boarding-red-violet")                                      \
    _(RED_VIOLET_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(RED) | FL_DUEL_BIT(VIOLET), 1, 0, 1,         \
      "cannonade-red-violet", "pd.combat.cannonade-red-violet")                                    \
    _(WHITE_VIOLET_BOARDING, FL_BOARDING, FL_DUEL_BIT(WHITE) | FL_DUEL_BIT(VIOLET), 1, 0, 1,       \
      "boarding-white-violet", "pd.combat.boarding-white-violet")                                  \
    _(WHITE_VIOLET_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(WHITE) | FL_DUEL_BIT(VIOLET), 1, 0, 1,     \
      "cannonade-white-violet", "pd.combat.cannonade-white-violet")                                \
    _(GREEN_VIOLET_BOARDING, FL_BOARDING, FL_DUEL_BIT(GREEN) | FL_DUEL_BIT(VIOLET), 1, 0, 1,       \
      "boarding-green-violet", "pd.combat.boarding-green-violet")                                  \
    _(GREEN_VIOLET_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(GREEN) | FL_DUEL_BIT(VIOLET), 2, 0, 1,     \
      "cannonade-green-violet", "pd.combat.cannonade-green-violet")                                \
    _(YELLOW_VIOLET_BOARDING, FL_BOARDING, FL_DUEL_BIT(YELLOW) | FL_DUEL_BIT(VIOLET), 1, 0, 1,     \
      "boarding-yellow-violet", "pd.combat.boarding-yellow-violet")                                \
    _(YELLOW_VIOLET_CANNONADE, FL_CANNONADE, FL_DUEL_BIT(YELLOW) | FL_DUEL_BIT(VIOLET), 2, 0, 1,   \
      "cannonade-yellow-violet", "pd.combat.cannonade-yellow-violet")
#define FL_DUEL_BIT(colour) (1u << FL_DUEL_##colour)

enum fl_duel_colour {
#define FL_DUEL_COLOUR_ENUM(name, spelled, key, captain) FL_DUEL_##name,
    FL_DUEL_COLOURS(FL_DUEL_COLOUR_ENUM)
#undef FL_DUEL_COLOUR_ENUM
};

enum fl_duel_pirate {
#define FL_DUEL_PIRATE_ENUM(x, name, ...) FL_DUEL_##name,
    FL_DUEL_PIRATES(FL_DUEL_PIRATE_ENUM, )
#undef FL_DUEL_PIRATE_ENUM
        FL_DUEL_KINDS,
    FL_DUEL_A_CAPTAIN = FL_DUEL_KINDS
};

/* Numbers of cards: pirates by kind, then captains by colour. */
enum fl_duel_card {
#define FL_DUEL_CARD_ENUM(x, name, copies, ...)                                                    \
    FL_CARD_##name, FL_LAST_##name = FL_CARD_##name + copies - 1,
    FL_DUEL_PIRATES(FL_DUEL_CARD_ENUM, )
#undef FL_DUEL_CARD_ENUM
        FL_DUEL_CAPTAIN,
    FL_DUEL_CARDS = FL_DUEL_CAPTAIN + FL_DUEL_BOATS
};

enum fl_duel_combat {
#define FL_DUEL_COMBAT_ENUM(name, ...) FL_COMBAT_##name,
    FL_DUEL_COMBATS(FL_DUEL_COMBAT_ENUM)
#undef FL_DUEL_COMBAT_ENUM
        FL_DUEL_COMBAT_KINDS,
    FL_NO_COMBAT = FL_DUEL_COMBAT_KINDS
};

struct fl_duel_combat_card {
    uint8_t type, colours, coins; /* colours: a mask, 0 is black */
    uint8_t plain, white;         /* copies by kind of back */
};

/* Constant in the game. bench/search_cards compiles the game again with variable tables, to search
 * for better cards. */
#ifndef FL_DUEL_TABLE
#define FL_DUEL_TABLE const
#endif
extern FL_DUEL_TABLE struct fl_duel_combat_card fl_duel_combat[FL_DUEL_COMBAT_KINDS];
extern FL_DUEL_TABLE uint8_t fl_duel_kind[FL_DUEL_CARDS];          /* kind of each card */
extern FL_DUEL_TABLE uint64_t fl_duel_kind_cards[FL_DUEL_KINDS];   /* sets of cards */
extern FL_DUEL_TABLE uint64_t fl_duel_skill_cards[FL_DUEL_SKILLS]; /* sets of cards */
extern FL_DUEL_TABLE uint64_t fl_duel_symbols[2][2]; /* [type]: one, two of its symbol */
extern FL_DUEL_TABLE uint64_t fl_duel_able[4];       /* cards with a skill, by level */
extern const char *const fl_duel_pirate_spelled[FL_DUEL_KINDS];
extern const char *const fl_duel_combat_spelled[FL_DUEL_COMBAT_KINDS];
extern const char *const fl_duel_combat_key[FL_DUEL_COMBAT_KINDS];
extern const char *const fl_duel_colour_spelled[FL_DUEL_BOATS];
extern const char *const fl_duel_colour_key[FL_DUEL_BOATS];
extern const char *const fl_duel_face_key[3];

/* The translation key of a card. */
const char *fl_duel_card_key(int card);

enum fl_duel_face { FL_DIE_SKULL, FL_DIE_BOAT, FL_DIE_BLANK, FL_DIE_FACES };

/* Move numbers. A spot is a place of a boat: boat * FL_DUEL_PLACES + place. */
enum {
    FL_DUEL_RECRUIT, /* turn up pirates */
    FL_DUEL_FIGHT,   /* draw the combat card */
    FL_DUEL_ROLL,
    FL_DUEL_YES,
    FL_DUEL_NO,
    FL_DUEL_DISCARD,                                       /* the recruit that has no place */
    FL_DUEL_BOAT,                                          /* + boat: choose it as one's own */
    FL_DUEL_ENGAGE = FL_DUEL_BOAT + FL_DUEL_BOATS,         /* + boat */
    FL_DUEL_ATTACK = FL_DUEL_ENGAGE + FL_DUEL_BOATS,       /* + boat */
    FL_DUEL_TAKE = FL_DUEL_ATTACK + FL_DUEL_BOATS,         /* + mask of the row */
    FL_DUEL_KEEP = FL_DUEL_TAKE + (1 << FL_DUEL_RECRUITS), /* + place in the row */
    FL_DUEL_IMPOSE = FL_DUEL_KEEP + FL_DUEL_RECRUITS,      /* + place in the row */
    FL_DUEL_REROLL = FL_DUEL_IMPOSE + FL_DUEL_RECRUITS,    /* + die */
    FL_DUEL_PUT = FL_DUEL_REROLL + FL_DUEL_DICE,           /* + row place * boats + boat */
    FL_DUEL_REPLACE = FL_DUEL_PUT + FL_DUEL_ROW * FL_DUEL_BOATS, /* + spot */
    FL_DUEL_SHOOT = FL_DUEL_REPLACE + FL_DUEL_SPOTS,             /* + spot */
    FL_DUEL_LOSE = FL_DUEL_SHOOT + FL_DUEL_SPOTS,                /* + spot */
    FL_DUEL_SAVE = FL_DUEL_LOSE + FL_DUEL_SPOTS,                 /* + spot */
    FL_DUEL_FACE = FL_DUEL_SAVE + FL_DUEL_SPOTS,                 /* chance: + face of a die */
    FL_DUEL_FIRST = FL_DUEL_FACE + FL_DIE_FACES,                 /* chance: + seat */
    FL_DUEL_PIRATE = FL_DUEL_FIRST + FL_DUEL_SEATS,              /* chance: + kind */
    FL_DUEL_COMBAT = FL_DUEL_PIRATE + FL_DUEL_KINDS,             /* chance: + kind */
    FL_DUEL_SWAP = FL_DUEL_COMBAT + FL_DUEL_COMBAT_KINDS,        /* + own spot * spots + other */
    FL_DUEL_MOVES = FL_DUEL_SWAP + FL_DUEL_SPOTS * FL_DUEL_SPOTS
};

enum fl_duel_phase {
    FL_DUEL_WHO_STARTS,    /* chance: the first player */
    FL_DUEL_CHOOSING_BOAT, /* `who` chooses a boat */
    FL_DUEL_OPENING,       /* `who` turns up pirates for the draft or for the turn */
    FL_DUEL_TURNING_UP,    /* chance: `to_draw` pirates */
    FL_DUEL_DRAFTING,      /* `who` chooses one of the row */
    FL_DUEL_TAVERN,        /* `who` tries to impose a card, or declines */
    FL_DUEL_TAVERN_DIE,    /* chance */
    FL_DUEL_IMPOSING,      /* `who` chooses one of the row */
    FL_DUEL_TAKING,        /* `who` chooses recruits */
    FL_DUEL_KEEPING,       /* `who` chooses the card that stays */
    FL_DUEL_PLACING,       /* `who` chooses a recruit and a boat with a free place */
    FL_DUEL_REPLACING,     /* `who` replaces a pirate by the next recruit, or discards it */
    FL_DUEL_SAILING,       /* `who` swaps with the dinghy, or fights */
    FL_DUEL_DRAWING,       /* chance: the combat card */
    FL_DUEL_ENGAGING,      /* `who` chooses one of two own boats */
    FL_DUEL_LOOKING_OUT,   /* `who` treats the card as black, or declines */
    FL_DUEL_AIMING,        /* `who` chooses one of `targets` */
    FL_DUEL_FLIPPING,      /* `who` changes the type, or declines */
    FL_DUEL_EVADING,       /* `who` tries the helm, or declines */
    FL_DUEL_HELM_DIE,      /* chance */
    FL_DUEL_SNIPING,       /* `who` shoots, or declines */
    FL_DUEL_SHOT_DIE,      /* chance */
    FL_DUEL_SHOOTING,      /* `who` chooses the victim */
    FL_DUEL_READY,         /* `who` rolls the dice */
    FL_DUEL_ROLLING,       /* chance: the dice in `rolling`, lowest first */
    FL_DUEL_CURSE,         /* chance: the dice in `rolling` again */
    FL_DUEL_PARROT,        /* `who` rerolls one die, or declines */
    FL_DUEL_PARROT_DIE,    /* chance */
    FL_DUEL_LOSING,        /* `who` chooses a pirate of the other crew */
    FL_DUEL_RESCUING,      /* `who` tries to save a fallen pirate, or declines */
    FL_DUEL_MEDIC_DIE,     /* chance */
    FL_DUEL_OVER
};

enum { FL_ATTACKER, FL_DEFENDER };

struct fl_duel {
    uint64_t aboard[FL_DUEL_BOATS];              /* sets of cards that can fight */
    uint64_t pile, discard;                      /* sets of pirates */
    uint64_t fresh;                              /* set of recruits placed in this turn */
    uint8_t crew[FL_DUEL_BOATS][FL_DUEL_PLACES]; /* card + 1, or 0; includes fallen pirates */
    uint8_t row[FL_DUEL_ROW];                    /* card + 1, or 0 */
    uint8_t left[FL_DUEL_COMBAT_KINDS];          /* combat cards in the pile, by kind */
    uint8_t cards_left;                          /* combat cards in the pile */
    uint8_t coins[FL_DUEL_SEATS];
    uint8_t owner[FL_DUEL_BOATS]; /* a seat, or FL_NOBODY; constant once chosen */
    uint8_t afloat;               /* mask of boats */
    uint8_t in_play;              /* mask of seats */
    uint8_t seats, first, seat;   /* 2..6; the first seat; the seat to move */
    uint8_t who;                  /* the seat that is asked, or was asked before chance */
    uint8_t phase, level, target;
    uint8_t round;   /* complete rounds, 0..100 */
    uint8_t won;     /* mask of seats */
    uint8_t picks;   /* picks made in the draft */
    uint8_t by_seat; /* option: boats are given out by seat */

    /* Recruiting; 0 outside. */
    uint8_t to_draw;        /* pirates still to be turned up */
    uint8_t recruits;       /* 2, or 3 with a sergeant */
    uint8_t imposed, taken; /* masks of the row */
    uint8_t swapped;        /* 1: the dinghy was used in this turn */

    /* The combat card and the duel; kept until the next turn begins. [2]: attacker, defender. */
    uint8_t card, type;
    uint8_t targets; /* mask of boats that may be attacked */
    uint8_t boat[2]; /* FL_NOBODY before they are known */
    uint8_t side;    /* the side of the current step */
    uint8_t tries;   /* attempts left to that side */
    uint8_t dice[2]; /* number of dice of each side */
    uint8_t die[2][FL_DUEL_DICE];
    uint8_t rolling;   /* mask of dice to roll */
    uint8_t losses[2]; /* losses of each side that are not assigned yet */
    uint8_t fallen[2]; /* masks of places */
    uint8_t shot[2];   /* number of pirates shot on each side */
    uint8_t medics[2]; /* masks of surgeons that may still try */
    uint8_t purse[2];  /* coins before the duel */
    uint8_t victim;    /* place of the pirate that a rescue or shot concerns */
    uint8_t spare[3];  /* zero */
};

_Static_assert(sizeof(struct fl_duel) == 224, "a state is hashed as bytes: no padding");

/* ---- crews, targets and the row (cards.c) ---- */

#define FL_DUEL_CAPTAINS ((uint64_t)0x3F << FL_DUEL_CAPTAIN) /* a set of cards */

/* The number of cards in a set. */
static inline int fl_duel_count(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

/* The pirates of a boat with this skill; none if the level does not use it. */
static inline uint64_t fl_duel_with(const struct fl_duel *s, int boat, int skill)
{
    return s->aboard[boat] & fl_duel_skill_cards[skill] & fl_duel_able[s->level];
}

/* The boats of a seat, including sunk ones; and those afloat. */
static inline unsigned fl_duel_colours(const struct fl_duel *s, int seat)
{
    unsigned mask = 0;
    for (int boat = 0; boat < FL_DUEL_BOATS; boat++)
        mask |= (unsigned)(s->owner[boat] == seat) << boat;
    return mask;
}

static inline unsigned fl_duel_fleet(const struct fl_duel *s, int seat)
{
    return fl_duel_colours(s, seat) & s->afloat;
}

/* Boats that nobody has chosen yet (2.1). */
static inline unsigned fl_duel_harbour(const struct fl_duel *s)
{
    return (s->seats < 5 ? 0x0Fu : 0x3Fu) & ~(unsigned)s->afloat;
}

/* The seat that fights on a side. */
static inline int fl_duel_fighter(const struct fl_duel *s, int side)
{
    return s->owner[s->boat[side]];
}

/* Whether some boat of a seat has this skill. */
bool fl_duel_seat_has(const struct fl_duel *, int seat, int skill);

/* Whether both twins are aboard and the level uses their skill. */
static inline bool fl_duel_is_paired(const struct fl_duel *s, int boat)
{
    return fl_duel_with(s, boat, FL_TWIN) == fl_duel_skill_cards[FL_TWIN];
}

/* The number of dice of a boat in this type of duel, 0..6. */
int fl_duel_force(const struct fl_duel *, int boat, int type);

/* The sum of skulls or boats of a side after all rolls, including warriors and shipwrights; and the
 * losses of a side: the other's skulls minus its own boats. */
int fl_duel_sum(const struct fl_duel *, int side, int face);
int fl_duel_hits(const struct fl_duel *, int side);

/* Masks of places of a boat or of a side's boat. In order: free places; places with a card of the
 * set; pirates that may be shot; pirates that a loss may take; fallen pirates that may be saved. */
unsigned fl_duel_free(const struct fl_duel *, int boat);
unsigned fl_duel_places(const struct fl_duel *, int boat, uint64_t cards);
unsigned fl_duel_exposed(const struct fl_duel *, int boat);
unsigned fl_duel_losable(const struct fl_duel *, int side);
unsigned fl_duel_savable(const struct fl_duel *, int side);

/* Copies of a combat card in this game; white backs are for five and six players. */
static inline int fl_duel_combat_copies(const struct fl_duel *s, int kind)
{
    return fl_duel_combat[kind].plain + (s->seats < 5 ? 0 : fl_duel_combat[kind].white);
}

/* Boats of a seat with a free place; the number of free places on a set of boats. */
unsigned fl_duel_boats_with_room(const struct fl_duel *, int seat);
int fl_duel_room(const struct fl_duel *, unsigned boats);

/* Boats that the combat card lets a seat attack; all boats that it could ever attack. */
unsigned fl_duel_targets(const struct fl_duel *, int seat);

static inline unsigned fl_duel_enemies(const struct fl_duel *s, int seat)
{
    return s->afloat & ~fl_duel_colours(s, seat);
}

/* Whether the seat to move has an unused dinghy and somebody to swap with. */
bool fl_duel_may_swap(const struct fl_duel *);

/* Masks of the row: cards present, and the recruits that must be placed next. */
unsigned fl_duel_row(const struct fl_duel *);
unsigned fl_duel_next_recruits(const struct fl_duel *);

/* ---- moves: if `phrases` is not NULL, the consequences are appended to it ---- */

/* The turn (rules.c). */
void fl_duel_end_turn(struct fl_duel *, struct fl_phrases *phrases);

/* The duel (fight.c): starts with the drawn card; applies a move of a phase from ENGAGING on. */
void fl_duel_meet(struct fl_duel *, struct fl_phrases *phrases);
void fl_duel_fight(struct fl_duel *, fl_move, struct fl_phrases *phrases);

/* Coins, sinking and ruin (end.c), and the end of the turn: after a duel; after a combat card
 * without one, which moves coins from the bank or to it. */
void fl_duel_settle(struct fl_duel *, struct fl_phrases *phrases);
void fl_duel_end_peacefully(struct fl_duel *, struct fl_phrases *phrases);

/* Legal moves (moves.c) and text (words.c, why.c), for the game's table. */
void fl_duel_moves(const void *state, int seat, struct fl_moves *out);
bool fl_duel_legal(const void *state, int seat, fl_move);
fl_move fl_duel_sample_chance(const void *state, struct fl_rng *);
int fl_duel_subsets(const void *state, int seat, struct fl_subset *out);
void fl_duel_spell(fl_move, struct fl_buf *out);
/* Adds the number of dice as a list of words, so that their plural is right. */
void fl_duel_with_dice(struct fl_phrase *, const char *name, int dice);
void fl_duel_say_move(const struct fl_duel *, int seat, fl_move, struct fl_phrases *out);
void fl_duel_view(const void *state, int viewer, struct fl_view *out);
int fl_duel_touches(const void *state, int seat, fl_move, uint16_t *item);
void fl_duel_prompt(const void *state, int seat, struct fl_phrase *out);
bool fl_duel_note(const void *state, int seat, fl_move, struct fl_phrase *out);
void fl_duel_why_not(const void *state, int seat, fl_move, struct fl_phrase *out);

/* The fields of an observation (observation.c). */
extern const struct fl_field fl_pirates_en_duel_fields[];

#endif
