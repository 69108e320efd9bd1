/* Pirates en Duel: its cards, its state and its move numbers, for its own files and its agents.
 * Everybody else reaches the game through the list in games.h. */
#ifndef FL_GAMES_PIRATES_EN_DUEL_H
#define FL_GAMES_PIRATES_EN_DUEL_H

#include "core/game.h"

enum {
    FL_DUEL_SEATS = 6,
    FL_DUEL_BOATS = 6,
    FL_DUEL_PLACES = 6, /* of a boat */
    FL_DUEL_SPOTS = FL_DUEL_BOATS * FL_DUEL_PLACES,
    FL_DUEL_ROW = 12,     /* cards lying open */
    FL_DUEL_RECRUITS = 4, /* of these, at most so many in a turn */
    FL_DUEL_DICE = 6
};

enum fl_duel_skill {
    FL_NO_SKILL,
    FL_HELM, /* blue: from level 2 */
    FL_LOOKOUT,
    FL_MEDIC,
    FL_TAVERN,
    FL_PARROT,
    FL_MONKEY,
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

/* The pirates. THIS SET IS OUR OWN: the pictures of the rulebook are lost (docs/rules, 1.5).
 * Kind, copies, sabres, cannons, skill, spelling, word key; x is handed through. */
#define FL_DUEL_PIRATES(_, x)                                                                      \
    _(x, SAILOR_SABRE, 4, 1, 0, FL_NO_SKILL, "sailor-sabre", "pd.pirate.sailor-sabre")             \
    _(x, SAILOR_CANNON, 4, 0, 1, FL_NO_SKILL, "sailor-cannon", "pd.pirate.sailor-cannon")          \
    _(x, HELM_SABRE, 2, 1, 0, FL_HELM, "helm-sabre", "pd.pirate.helm-sabre")                       \
    _(x, HELM_CANNON, 2, 0, 1, FL_HELM, "helm-cannon", "pd.pirate.helm-cannon")                    \
    _(x, MEDIC_SABRE, 3, 1, 0, FL_MEDIC, "medic-sabre", "pd.pirate.medic-sabre")                   \
    _(x, MEDIC_CANNON, 3, 0, 1, FL_MEDIC, "medic-cannon", "pd.pirate.medic-cannon")                \
    _(x, LOOKOUT_SABRE, 3, 1, 0, FL_LOOKOUT, "lookout-sabre", "pd.pirate.lookout-sabre")           \
    _(x, LOOKOUT_CANNON, 3, 0, 1, FL_LOOKOUT, "lookout-cannon", "pd.pirate.lookout-cannon")        \
    _(x, PARROT_SABRE, 3, 1, 0, FL_PARROT, "parrot-sabre", "pd.pirate.parrot-sabre")               \
    _(x, PARROT_CANNON, 3, 0, 1, FL_PARROT, "parrot-cannon", "pd.pirate.parrot-cannon")            \
    _(x, TAVERN_SABRE, 1, 1, 0, FL_TAVERN, "tavern-sabre", "pd.pirate.tavern-sabre")               \
    _(x, TAVERN_CANNON, 1, 0, 1, FL_TAVERN, "tavern-cannon", "pd.pirate.tavern-cannon")            \
    _(x, MONKEY_SABRE, 1, 2, 0, FL_MONKEY, "monkey-sabre", "pd.pirate.monkey-sabre")               \
    _(x, MONKEY_CANNON, 1, 0, 2, FL_MONKEY, "monkey-cannon", "pd.pirate.monkey-cannon")            \
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

/* The captains, one a boat, in the order of the colours: one sabre and one cannon each. */
#define FL_DUEL_COLOURS(_)                                                                         \
    _(BLUE, "blue", "pd.colour.blue", "pd.captain.blue")                                           \
    _(RED, "red", "pd.colour.red", "pd.captain.red")                                               \
    _(WHITE, "white", "pd.colour.white", "pd.captain.white")                                       \
    _(GREEN, "green", "pd.colour.green", "pd.captain.green")                                       \
    _(YELLOW, "yellow", "pd.colour.yellow", "pd.captain.yellow")                                   \
    _(VIOLET, "violet", "pd.colour.violet", "pd.captain.violet")

enum fl_duel_type { FL_BOARDING, FL_CANNONADE, FL_FISHING, FL_PAY, FL_GAIN };

/* The combat cards, OUR OWN too (1.6). Kind, type, two colours (none: black), coins, copies with
 * a plain back, copies with a white back, spelling, word key. */
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

/* Every card has a number: the pirates kind by kind, then the captains by colour. */
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
    uint8_t plain, white;         /* copies by their backs */
};

/* Constant in the game; the search for better cards (bench/search_cards) compiles its own copy. */
#ifndef FL_DUEL_TABLE
#define FL_DUEL_TABLE const
#endif
extern FL_DUEL_TABLE struct fl_duel_combat_card fl_duel_combat[FL_DUEL_COMBAT_KINDS];
extern FL_DUEL_TABLE uint8_t fl_duel_kind[FL_DUEL_CARDS];          /* of a card */
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

/* The word key of a card. */
const char *fl_duel_card_key(int card);

enum fl_duel_face { FL_DIE_SKULL, FL_DIE_BOAT, FL_DIE_BLANK, FL_DIE_FACES };

/* Move numbers. A spot is a place of a boat: boat * FL_DUEL_PLACES + place. */
enum {
    FL_DUEL_RECRUIT, /* turn up pirates */
    FL_DUEL_FIGHT,   /* draw the combat card */
    FL_DUEL_ROLL,
    FL_DUEL_YES,
    FL_DUEL_NO,
    FL_DUEL_DISCARD,                                       /* the recruit there is no place for */
    FL_DUEL_BOAT,                                          /* + boat: that is mine */
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
    FL_DUEL_CHOOSING_BOAT, /* who: a boat */
    FL_DUEL_OPENING,       /* who turns up pirates, for the draft or for his turn */
    FL_DUEL_TURNING_UP,    /* chance: `to_draw` pirates */
    FL_DUEL_DRAFTING,      /* who: one of the row */
    FL_DUEL_TAVERN,        /* who tries to impose a card, or not */
    FL_DUEL_TAVERN_DIE,    /* chance */
    FL_DUEL_IMPOSING,      /* who: one of the row */
    FL_DUEL_TAKING,        /* who: recruits */
    FL_DUEL_KEEPING,       /* who: the card that stays */
    FL_DUEL_PLACING,       /* who: a recruit and a boat with room */
    FL_DUEL_REPLACING,     /* who: whose place the next recruit takes, or none */
    FL_DUEL_SAILING,       /* who: swap with the dinghy, or fight */
    FL_DUEL_DRAWING,       /* chance: the combat card */
    FL_DUEL_ENGAGING,      /* who: one of two own boats */
    FL_DUEL_LOOKING_OUT,   /* who: make the card a black one, or not */
    FL_DUEL_AIMING,        /* who: one of `targets` */
    FL_DUEL_FLIPPING,      /* who: change the type, or not */
    FL_DUEL_EVADING,       /* who: try the helm, or not */
    FL_DUEL_HELM_DIE,      /* chance */
    FL_DUEL_SNIPING,       /* who: shoot, or not */
    FL_DUEL_SHOT_DIE,      /* chance */
    FL_DUEL_SHOOTING,      /* who: the victim */
    FL_DUEL_READY,         /* who throws the dice */
    FL_DUEL_ROLLING,       /* chance: the dice in `rolling`, lowest first */
    FL_DUEL_CURSE,         /* chance: the same, a second time */
    FL_DUEL_PARROT,        /* who: throw one die again, or not */
    FL_DUEL_PARROT_DIE,    /* chance */
    FL_DUEL_LOSING,        /* who: one of the other crew */
    FL_DUEL_RESCUING,      /* who: save one of the fallen, or none */
    FL_DUEL_MEDIC_DIE,     /* chance */
    FL_DUEL_OVER
};

enum { FL_ATTACKER, FL_DEFENDER };

struct fl_duel {
    uint64_t aboard[FL_DUEL_BOATS];              /* sets of cards fit to fight */
    uint64_t pile, discard;                      /* sets of pirates */
    uint64_t fresh;                              /* recruits placed in this turn */
    uint8_t crew[FL_DUEL_BOATS][FL_DUEL_PLACES]; /* card + 1, or 0; the fallen lie there still */
    uint8_t row[FL_DUEL_ROW];                    /* card + 1, or 0 */
    uint8_t left[FL_DUEL_COMBAT_KINDS];          /* combat cards in the pile */
    uint8_t cards_left;                          /* their number */
    uint8_t coins[FL_DUEL_SEATS];
    uint8_t owner[FL_DUEL_BOATS]; /* a seat for the whole game, or FL_NOBODY */
    uint8_t afloat;               /* mask of boats */
    uint8_t in_play;              /* mask of seats */
    uint8_t seats, first, seat;   /* 2..6; who began; whose turn it is */
    uint8_t who;                  /* is asked now, or was when chance began */
    uint8_t phase, level, target;
    uint8_t round;   /* complete ones, 0..100 */
    uint8_t won;     /* mask of seats */
    uint8_t picks;   /* made in the draft */
    uint8_t by_seat; /* option: boats are given out by seat */

    /* Recruiting; 0 outside. */
    uint8_t to_draw;        /* pirates still to be turned up */
    uint8_t recruits;       /* 2, or 3 with a sergeant */
    uint8_t imposed, taken; /* masks of the row */
    uint8_t swapped;        /* the dinghy was used this turn */

    /* The combat card and the duel; kept until the next turn begins. [2]: attacker, defender. */
    uint8_t card, type;
    uint8_t targets; /* mask of boats that may be attacked */
    uint8_t boat[2]; /* FL_NOBODY before they are known */
    uint8_t side;    /* whose step it is */
    uint8_t tries;   /* attempts left to that side in this step */
    uint8_t dice[2]; /* thrown by each */
    uint8_t die[2][FL_DUEL_DICE];
    uint8_t rolling;   /* mask of dice still to fall */
    uint8_t losses[2]; /* of each, still to be named */
    uint8_t fallen[2]; /* masks of places */
    uint8_t shot[2];   /* how many of each were shot */
    uint8_t medics[2]; /* masks of the surgeons who may still try */
    uint8_t purse[2];  /* coins before the duel */
    uint8_t victim;    /* place of the pirate being rescued, or being thrown for */
    uint8_t spare[3];  /* zero */
};

_Static_assert(sizeof(struct fl_duel) == 224, "a state is hashed as bytes: no padding");

/* ---- reading the table (pirates_en_duel_cards.c) ---- */

/* How many cards are in a set. */
static inline int fl_duel_count(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

/* The pirates of a boat with this skill, if the level has it. */
static inline uint64_t fl_duel_with(const struct fl_duel *s, int boat, int skill)
{
    return s->aboard[boat] & fl_duel_skill_cards[skill] & fl_duel_able[s->level];
}

/* The boats of a seat, sunk or not; and those of them afloat. */
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

/* Boats of this table that nobody has (yet); 2.1. */
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

/* Both twins are aboard and the level makes them more than two sailors. */
bool fl_duel_is_paired(const struct fl_duel *, int boat);

/* Dice a boat throws in this type of duel, 0..6. */
int fl_duel_force(const struct fl_duel *, int boat, int type);

/* Skulls or boats of a side once all dice lie, those of warriors and shipwrights with them; and the
 * losses that come to it: the other's skulls, less its own boats. */
int fl_duel_sum(const struct fl_duel *, int side, int face);
int fl_duel_hits(const struct fl_duel *, int side);

/* Masks of places of a boat: free ones; holding a card of the set; pirates who may be replaced,
 * exchanged or shot; those of a side that one of its losses may take; those who may be saved. */
unsigned fl_duel_free(const struct fl_duel *, int boat);
unsigned fl_duel_places(const struct fl_duel *, int boat, uint64_t cards);
unsigned fl_duel_pirates(const struct fl_duel *, int boat);
unsigned fl_duel_replaceable(const struct fl_duel *, int boat);
unsigned fl_duel_exposed(const struct fl_duel *, int boat);
unsigned fl_duel_losable(const struct fl_duel *, int side);
unsigned fl_duel_savable(const struct fl_duel *, int side);

/* How many combat cards of a kind are in the game: the white backs for five and six. */
static inline int fl_duel_combat_copies(const struct fl_duel *s, int kind)
{
    return fl_duel_combat[kind].plain + (s->seats < 5 ? 0 : fl_duel_combat[kind].white);
}

/* Boats of a seat with a free place; how many places are free on some boats. */
unsigned fl_duel_boats_with_room(const struct fl_duel *, int seat);
int fl_duel_room(const struct fl_duel *, unsigned boats);

/* Pirates who may shoot in the present type of duel. */
int fl_duel_shooters(const struct fl_duel *, int boat);

/* Boats the card lets this seat attack; all that the seat may ever attack. */
unsigned fl_duel_targets(const struct fl_duel *, int seat);
unsigned fl_duel_enemies(const struct fl_duel *, int seat);

/* Whether the player whose turn it is has a dinghy to use and somebody to exchange. */
bool fl_duel_may_swap(const struct fl_duel *);

/* Cards of the row that are there, and the recruits that are placed next, as masks. */
unsigned fl_duel_row(const struct fl_duel *);
unsigned fl_duel_next_recruits(const struct fl_duel *);

/* Masks of the row that may be recruited: `with` are imposed, between least and most of `of`. */
struct fl_duel_offer {
    unsigned of, with;
    int least, most;
};
struct fl_duel_offer fl_duel_recruiting(const struct fl_duel *);

/* ---- playing: what happens is told, if `tell` is not NULL ---- */

/* The turn and the table (pirates_en_duel.c). */
void fl_duel_end_turn(struct fl_duel *, struct fl_saying *tell);

/* The duel (pirates_en_duel_fight.c): begins with the card just drawn; makes a move of a phase
 * from ENGAGING on. */
void fl_duel_meet(struct fl_duel *, struct fl_saying *tell);
void fl_duel_fight(struct fl_duel *, fl_move, struct fl_saying *tell);

/* Treasure, sinking and ruin (pirates_en_duel_end.c): what a duel brings in the end; coins from
 * the bank and to it. */
void fl_duel_settle(struct fl_duel *, struct fl_saying *tell);
void fl_duel_gain(struct fl_duel *, int seat, int coins, struct fl_saying *tell);
void fl_duel_pay(struct fl_duel *, int seat, int coins, struct fl_saying *tell);

/* Moves (pirates_en_duel_moves.c) and words (pirates_en_duel_words.c), for the game's table. */
void fl_duel_moves(const void *state, int seat, struct fl_moves *out);
bool fl_duel_legal(const void *state, int seat, fl_move);
fl_move fl_duel_draw(const void *state, struct fl_rng *);
bool fl_duel_open(const void *state);
int fl_duel_subsets(const void *state, int seat, struct fl_subset *out);
void fl_duel_spell(fl_move, struct fl_buf *out);
void fl_duel_say_move(const struct fl_duel *, int seat, fl_move, struct fl_saying *out);
void fl_duel_view(const void *state, int viewer, struct fl_view *out);
int fl_duel_touches(const void *state, int seat, fl_move, uint16_t *item);
void fl_duel_ask(const void *state, int seat, struct fl_phrase *out);
void fl_duel_why_not(const void *state, int seat, fl_move, struct fl_phrase *out);

#endif
