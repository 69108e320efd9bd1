/* How the WebAssembly stops when it must not go on: the C library's own way would print, and so
 * import a world. The Worker catches the trap and says that the table cannot go on. */
#include <stdlib.h>

_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function);

_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function)
{
    (void)what, (void)file, (void)line, (void)function;
    __builtin_trap();
}

_Noreturn void abort(void)
{
    __builtin_trap();
}
