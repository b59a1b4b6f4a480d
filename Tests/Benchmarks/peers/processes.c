// Runs a command some times and prints the median of its CPU time in microseconds and its peak memory in KiB.
// Usage: processes ROUNDS COMMAND…; output of the command is thrown away.
// A program of its own, because a child's peak counts what its parent had at the fork.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int ascending(const void *left, const void *right) {
  long a = *(const long *)left, b = *(const long *)right;
  return (a > b) - (a < b);
}

int main(int count, char **words) {
  int rounds = count > 2 ? atoi(words[1]) : 0;
  if (rounds < 1 || rounds > 1000) return 2;
  long times[1000], peak = 0;
  for (int round = 0; round < rounds; round++) {
    pid_t child = vfork();
    if (child == 0) {
      int null = open("/dev/null", O_WRONLY);
      dup2(null, 1);
      execv(words[2], words + 2);
      _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fprintf(stderr, "processes: %s ended with status %d\n", words[2], status);
      return 1;
    }
    times[round] = usage.ru_utime.tv_sec * 1000000L + usage.ru_utime.tv_usec + usage.ru_stime.tv_sec * 1000000L +
                   usage.ru_stime.tv_usec;
    if (usage.ru_maxrss > peak) peak = usage.ru_maxrss;
  }
  qsort(times, rounds, sizeof times[0], ascending);
  printf("%ld %ld\n", times[rounds / 2], peak);
  return 0;
}
