#pragma once
// What the kernel and glibc 2.36 offer and Swift's Glibc module leaves out.
#include <malloc.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Declared in spawn.h and unistd.h for _GNU_SOURCE only, which Swift's importer does not define.
extern int posix_spawn_file_actions_addfchdir_np(posix_spawn_file_actions_t *actions, int folder);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int pipe2(int descriptors[2], int flags);
extern int close_range(unsigned int first, unsigned int last, int flags);

// POSIX_SPAWN_SETSID of spawn.h, hidden in the same way.
static const short carillon_spawn_setsid = 0x80;

// Variadic, so invisible to Swift.
static inline int carillon_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
