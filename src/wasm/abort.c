/* abort and assert for WebAssembly. The C library's version would print, and so need imports. The
 * Worker catches the trap and reports that the table cannot continue. */
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
