/* The part of pthread.h that the engine uses, for a single thread. Used by the WebAssembly build
 * only, whose C library has no threads. */
#ifndef FL_WASM_STUBS_PTHREAD_H
#define FL_WASM_STUBS_PTHREAD_H

#include <errno.h>
#include <stddef.h>

typedef int pthread_t;
typedef int pthread_mutex_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *),
                                 void *with)
{
    (void)thread, (void)how, (void)work, (void)with;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return ESRCH;
}

static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *how)
{
    (void)lock, (void)how;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

#endif
