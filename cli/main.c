/* main.c - where the command begins.  The build defines version and commit. */
#include "cli/cli.h"

int main(int argc, char **argv) { return cli_main(argc, argv, SAFEHOUSE_VERSION, SAFEHOUSE_COMMIT); }
