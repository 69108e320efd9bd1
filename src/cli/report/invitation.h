/* What the server shows when it is ready: its address, large and with a QR code, the browser, and a
 * note for a second server that finds the port taken. */
#ifndef FL_CLI_REPORT_INVITATION_H
#define FL_CLI_REPORT_INVITATION_H

#include "term/screen.h"

enum { FL_SERVER_URL_SIZE = 256 };

/* Prints the address in a frame, below its QR code if the program has libqrencode and the terminal
 * has room for it. */
void fl_invitation_print(const struct fl_screen *, const char *url);

/* The note about a running server, and the process that opens the browser. Both are prepared before
 * the server gives up its rights. */
struct fl_invitation {
    int note;    /* file; -1: none */
    int browser; /* a pipe to the process; -1: none */
};

/* Prepares the note of a port, unless the port is 0, and the browser if `opens` and there is a
 * desktop. */
void fl_invitation_begin(struct fl_invitation *, int port, bool opens);

/* Notes for other processes of this user that the server is running at an address, until this
 * process ends; opens the address in the browser, without waiting for it. */
void fl_invitation_send(struct fl_invitation *, const char *url);

/* Reads the address of the server that already uses the port, and opens it in the browser. Returns
 * false if no server has noted one. */
bool fl_invitation_find(struct fl_invitation *, char url[FL_SERVER_URL_SIZE]);

#endif
