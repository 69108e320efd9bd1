/* A bot that plays the first legal move. Compile: cc -o first examples/bots/first.c */
#include <stdio.h>
#include <string.h>

static char line[1 << 16], move[256];

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (!strncmp(line, "flibuste-bot ", 13))
            puts("name First\nwant legal\nready");
        else if (!strncmp(line, "legal ", 6))
            snprintf(move, sizeof move, "%.*s", (int)strcspn(line + 6, ";"), line + 6);
        else if (!strncmp(line, "go ", 3))
            printf("move %s\n", move);
        else if (!strcmp(line, "quit"))
            break;
    }
    return 0;
}
