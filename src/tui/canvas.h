/* A frame of the full screen, composed in memory: a grid of cells, each with a character, a role
 * and the target that it belongs to. A target is something that the cursor or the mouse can reach:
 * its place on the screen is where its cells are. */
#ifndef FL_TUI_CANVAS_H
#define FL_TUI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

/* What a character is for. tui/terminal.c gives each role its colours. */
enum fl_role {
    FL_ROLE_PLAIN,
    FL_ROLE_DIM,
    FL_ROLE_BOLD,
    FL_ROLE_TITLE, /* the bar at the top */
    FL_ROLE_PANE,  /* the bar above a pane */
    FL_ROLE_KEYS,
    FL_ROLE_SEA,
    FL_ROLE_LAND,
    FL_ROLE_LEGAL,
    FL_ROLE_CURSOR,
    FL_ROLE_CHOSEN,
    FL_ROLE_LOCKED,
    FL_ROLE_RISK,
    FL_ROLE_GAIN,
    FL_ROLE_RED,
    FL_ROLE_GREEN,
    FL_ROLE_YELLOW,
    FL_ROLE_BLUE,
    FL_ROLE_MAGENTA,
    FL_ROLE_CYAN,
    FL_ROLE_WHITE,
    FL_ROLE_SEAT, /* the first of eight */
    FL_ROLES = FL_ROLE_SEAT + 8
};

enum { FL_NO_TARGET = 0xFFFF, FL_CELL_BYTES = 8 };

struct fl_cell {
    char text[FL_CELL_BYTES]; /* UTF-8, one character; empty: the right half of a wide one */
    uint16_t target;          /* FL_NO_TARGET: none */
    uint8_t role;
};

struct fl_area {
    int row, column, rows, columns;
};

struct fl_canvas {
    int rows, columns;
    struct fl_cell *cell;
    uint16_t target;               /* of what is drawn next */
    int cursor_row, cursor_column; /* of the hardware cursor; -1: hidden */
};

enum fl_frame { FL_FRAME_THIN, FL_FRAME_HEAVY, FL_FRAME_DOUBLE };

/* Makes the canvas this large and empty. Returns false, with an empty canvas, if memory is short.
 */
bool fl_canvas_resize(struct fl_canvas *, int rows, int columns);

/* Releases the memory. */
void fl_canvas_free(struct fl_canvas *);

/* Makes every cell a space without a target. */
void fl_canvas_clear(struct fl_canvas *);

/* Draws a text on one row and returns its columns. Characters outside the canvas are dropped, and
 * so is a line break with what follows it. Escape sequences of term/screen.h change the role, and
 * their reset returns to `role`. */
int fl_canvas_text(struct fl_canvas *, int row, int column, enum fl_role role, const char *text);

/* The same within `width` columns. A longer text is cut and ends with "…". */
void fl_canvas_fit(struct fl_canvas *, int row, int column, int width, enum fl_role role,
                   const char *text);

/* Draws a sentence on a row, one column from the edges. If it is too long, it begins on the row
 * above. */
void fl_canvas_sentence(struct fl_canvas *, int row, enum fl_role role, const char *text);

/* Draws a text that ends before `column`. */
void fl_canvas_right(struct fl_canvas *, int row, int column, enum fl_role role, const char *text);

/* Draws a text in the middle of `width` columns, cut if it is longer. */
void fl_canvas_centre(struct fl_canvas *, int row, int column, int width, enum fl_role role,
                      const char *text);

/* Fills an area with a character of one column. */
void fl_canvas_fill(struct fl_canvas *, struct fl_area, enum fl_role, const char *text);

/* Draws a frame with a title in its upper edge and a text in its lower one; either may be "". The
 * frame is the outermost ring of the area. */
void fl_canvas_frame(struct fl_canvas *, struct fl_area, enum fl_frame, enum fl_role,
                     const char *const title[2]);

/* The smallest area that contains the cells of a target. Returns false if it has none. */
bool fl_canvas_find(const struct fl_canvas *, uint16_t target, struct fl_area *out);

/* The target of a cell, or FL_NO_TARGET. */
uint16_t fl_canvas_target_at(const struct fl_canvas *, int row, int column);

/* The nearest other target from `target` in a direction: rows and columns are -1, 0 or 1. Returns
 * `target` if there is none. */
uint16_t fl_canvas_neighbour(const struct fl_canvas *, uint16_t target, int rows, int columns);

/* The first target in reading order for which `accepts` returns true, or FL_NO_TARGET. */
uint16_t fl_canvas_first(const struct fl_canvas *, bool (*accepts)(const void *, uint16_t),
                         const void *data);

#endif
