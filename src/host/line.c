/* Checks lines of clients (line.h). */
#include "host/line.h"

#include "core/record.h"

struct fl_line fl_line_check(const char *text, size_t len)
{
    struct fl_line line = {.text = text, .len = len, .is_utf8 = true};
    if (len > FL_MAX_LINE) {
        line.fault = "host.command-too-long";
        return line;
    }
    enum fl_text_fault fault = fl_text_check(text, len);
    line.is_utf8 = fault != FL_TEXT_NOT_UTF8;
    if (fault != FL_TEXT_CLEAN)
        line.fault = "host.bad-characters";
    return line;
}
