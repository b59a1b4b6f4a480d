import Glibc
import Testing

/// Starts a program in a process group of its own.
func startGroup(_ line: [String]) -> Int32 {
  var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
  posix_spawnattr_setpgroup(&attributes, 0)
  var pid: pid_t = 0
  return posix_spawn(&pid, line[0], nil, &attributes, &words, environ) == 0 ? pid : -1
}

func startShell(_ script: String) throws -> Int32 {
  let pid = startGroup(["/bin/sh", "-c", script])
  try #require(pid > 0)
  return pid
}

/// Calls the supervisor without a service and returns its exit status.
func superviseByHand(_ executable: String, _ folder: String) -> Int32 {
  let pid = startGroup([executable, "--supervise", folder])
  guard pid > 0 else { return -1 }
  var status: Int32 = 0
  while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
  return (status >> 8) & 0xff
}
