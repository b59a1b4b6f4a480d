#pragma once
// What the kernel and glibc 2.36 offer and Swift's Glibc module leaves out.
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

// Declared in spawn.h and unistd.h for _GNU_SOURCE only, which Swift's importer does not define.
extern int posix_spawn_file_actions_addfchdir_np(posix_spawn_file_actions_t *actions, int folder);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int dup3(int from, int to, int flags);
extern int pipe2(int descriptors[2], int flags);
extern int close_range(unsigned int first, unsigned int last, int flags);

// POSIX_SPAWN_SETSID of spawn.h, hidden in the same way.
static const short carillon_spawn_setsid = 0x80;

// Variadic, so invisible to Swift.
static inline int carillon_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// Declared in unistd.h, in the same way.
extern long syscall(long number, ...);

// fork(2) whose child is a child of this process's parent; only for a process with one thread.
static inline int carillon_fork_sibling(void) {
  return (int)syscall(SYS_clone, 0x00008000 /* CLONE_PARENT */ | SIGCHLD, 0, 0, 0, 0);
}

// The process that made a socket pair, as seen from either end; 0 where nobody knows.
static inline int carillon_peer(int socket) {
  struct { pid_t pid; uid_t uid; gid_t gid; } peer = {0, 0, 0};  // struct ucred, hidden in the same way
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
}

// One message with a descriptor, and without waiting. The macros of cmsg(3) are invisible to Swift.
static inline ssize_t carillon_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {0};
  memset(&control, 0, sizeof control);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = &control;
  message.msg_controllen = sizeof control.room;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Waits for one message; `descriptor` is negative where none came along. A message that is too long is an error.
static inline ssize_t carillon_receive_descriptor(int socket, void *bytes, size_t size, int *descriptor) {
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct iovec part = {bytes, size};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = &control;
  message.msg_controllen = sizeof control.room;
  *descriptor = -1;
  ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (count < 0) return count;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  if (message.msg_flags & MSG_TRUNC) {
    errno = EMSGSIZE;
    return -1;
  }
  return count;
}
