/* libflibuste: pirate games for other programs. Compile with `pkg-config --cflags flibuste`. */
#ifndef FLIBUSTE_H
#define FLIBUSTE_H

#include "core/fair.h"
#include "core/game.h"
#include "core/json.h"
#include "core/match.h"
#include "core/record.h"
#include "core/words.h"
#include "games/games.h"

#endif
