/* minis.c - tiny games of The Agents for the exact laws. */
#include "games/agents/internal.h"

#define AGENTS "name,kind,command,points,left,right\n"
#define SITUATIONS "name,condition,points\n"

/* Hidden draws and a thief: everything that can happen in two turns. */
#define THIEF                                                                                                \
    AGENTS "a,special,draw 1,1,,\n"                                                                          \
           "b,special,pickpocket,1,,\n"                                                                      \
           "c,ordinary,recall front,,white,white\n"
#define ONE SITUATIONS "x,agents>=1,1\n"

/* The deck is reshuffled often, so there are backs of several shuffles, known to some seats. */
#define SHUFFLES                                                                                             \
    AGENTS "a,special,draw 2,0,,\n"                                                                          \
           "b,special,draw 2,0,,\n"                                                                          \
           "c,special,draw 1,0,,\n"                                                                          \
           "d,special,pickpocket,0,,\n"                                                                      \
           "e,special,salvage,0,,\n"                                                                         \
           "f,ordinary,pickpocket,,white,white\n"                                                            \
           "g,ordinary,dismiss front,,white,black\n"
#define THREE SITUATIONS "x,agents>=1,1\ny,agents>=1,1\nz,free>=1,1\n"

/* Hands that cannot act, so that players forgo actions. */
#define STUCK                                                                                                \
    AGENTS "a,special,neutralise any,0,,\n"                                                                  \
           "b,special,revive any,0,,\n"                                                                      \
           "c,special,turn own,0,,\n"                                                                        \
           "d,special,pickpocket,0,,\n"                                                                      \
           "e,special,burn situation,0,,\n"                                                                  \
           "f,ordinary,draw 1,,white,white\n"
#define NO_SITUATION SITUATIONS

#define FILES(agents, situations)                                                                            \
    {                                                                                                        \
        {"agents", agents, sizeof agents - 1}, {"situations", situations, sizeof situations - 1}, {0}, { 0 } \
    }

const gm_mini agents_minis[] = {
    {{2, {{"hand", "1"}, {"situations", "0"}, {"rounds", "2"}, {0}}, FILES(THIEF, ONE), 0}, 10, 0, false},
    {{2, {{"hand", "1"}, {"rounds", "4"}, {"safe-houses", "on"}, {0}}, FILES(SHUFFLES, THREE), 0},
     0,
     8,
     false},
    {{3,
      {{"hand", "2"}, {"situations", "0"}, {"rounds", "2"}, {"finish-round", "on"}, {"goal", "6"}, {0}},
      FILES(SHUFFLES, ONE),
      0},
     0,
     8,
     false},
    {{2, {{"hand", "2"}, {"situations", "0"}, {"points", "0"}, {0}}, FILES(STUCK, NO_SITUATION), 0},
     10,
     0,
     false},
    {{0}, 0, 0, false},
};
