/* Sights: what one viewer knows. Agents, views and texts are made from sights, so no program can
 * use hidden information by accident. One thread per handle. */
#ifndef FLIBUSTE_SIGHT_H
#define FLIBUSTE_SIGHT_H

#include <flibuste/match.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flibuste_sight;
struct flibuste_view;

/* An empty sight; flibuste_match_see fills it, as often as needed. NULL if memory is short. */
struct flibuste_sight *flibuste_sight_new(void);
void flibuste_sight_free(struct flibuste_sight *);

/* Writes the sight of a seat or FLIBUSTE_SPECTATOR. FLIBUSTE_TRUTH is allowed when the match is
 * over or the game has no secrets, else the status is FLIBUSTE_HIDDEN, as for another viewer of a
 * partial match. */
enum flibuste_status flibuste_match_see(const struct flibuste_match *, int viewer,
                                        struct flibuste_sight *);

/* The viewer, the number of seats, the seats that may move, and a hash of what the viewer knows. */
int flibuste_sight_viewer(const struct flibuste_sight *);
int flibuste_sight_seats(const struct flibuste_sight *);
flibuste_seats flibuste_sight_turn(const struct flibuste_sight *);
uint64_t flibuste_sight_hash(const struct flibuste_sight *);

/* The legal moves of the viewer, ascending. Writes at most `room` of them and returns their number;
 * 0 if it is not the viewer's turn. */
int flibuste_sight_moves(const struct flibuste_sight *, flibuste_move *out, int room);

/* Whether the viewer may make this move now: 1 or 0. */
int flibuste_sight_is_legal(const struct flibuste_sight *, flibuste_move);

/* Replaces what the viewer does not know by a random guess that is consistent with the sight. The
 * sight then has the viewer FLIBUSTE_TRUTH, and its hash is that of the guess. */
enum flibuste_status flibuste_sight_imagine(struct flibuste_sight *, struct flibuste_rng *);

/* Observation: the sight as `flibuste_observation_size` numbers, for learning. `fields` names them;
 * the layout is part of docs/environments. Version 1 of the layout. */
int flibuste_observation_size(const struct flibuste_game *);
int flibuste_observation_version(const struct flibuste_game *);
const char *flibuste_observation_field(const struct flibuste_game *, int field, int *first,
                                       int *count);
enum flibuste_status flibuste_sight_observe(const struct flibuste_sight *, int16_t *out, int room);

/* Text. `language` is "fr" or "en"; NULL: English. Players are called "Player 1" and so on. */
/* The question to the viewer, empty if it is not its turn. */
size_t flibuste_sight_prompt(const struct flibuste_sight *, const char *language, char *out,
                             size_t room);
/* What a move of a seat would do: sentences, separated by spaces. */
size_t flibuste_sight_say(const struct flibuste_sight *, struct flibuste_step, const char *language,
                          char *out, size_t room);
/* Why a move of the viewer is not legal, with the number of the rule; empty if it is legal. */
size_t flibuste_sight_why_not(const struct flibuste_sight *, flibuste_move, const char *language,
                              char *out, size_t room);
/* Everything as JSON: the object `sight` of docs/protocol.md. */
size_t flibuste_sight_json(const struct flibuste_sight *, char *out, size_t room);

/* The table as zones with items. Names, kinds and faces are constant strings that do not depend on
 * the language, or NULL. Numbers of zones and items count from 0; out of range they give NULL or
 * -1. */
struct flibuste_view *flibuste_view_new(void); /* NULL if memory is short */
void flibuste_view_free(struct flibuste_view *);
void flibuste_sight_view(const struct flibuste_sight *, struct flibuste_view *);
int flibuste_view_zones(const struct flibuste_view *);
const char *flibuste_view_zone(const struct flibuste_view *, int zone, int *owner, int *items);
const char *flibuste_view_item(const struct flibuste_view *, int zone, int item, const char **face);
int32_t flibuste_view_item_value(const struct flibuste_view *, int zone, int item);
int flibuste_view_item_owner(const struct flibuste_view *, int zone, int item);
int flibuste_view_item_marks(const struct flibuste_view *, int zone, int item);

#ifdef __cplusplus
}
#endif

#endif
