/* libflibuste: pirate games for other programs. Compile with `pkg-config --cflags --libs flibuste`.
 * docs/library.md explains it with an example. */
#ifndef FLIBUSTE_FLIBUSTE_H
#define FLIBUSTE_FLIBUSTE_H

#include <flibuste/agent.h>
#include <flibuste/base.h>
#include <flibuste/batch.h>
#include <flibuste/game.h>
#include <flibuste/match.h>
#include <flibuste/sight.h>

#endif
