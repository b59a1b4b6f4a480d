import CLinux
import Glibc

/// How processes of a run begin.
enum ProcessSetup {
  /// Makes a process that is about to be started leader of a new session, with no signal blocked or ignored.
  static func freshSignals(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | carillon_spawn_setsid
    posix_spawnattr_setflags(&attributes, flags)
  }

  /// Makes this process ready to supervise, or to split off what does: descriptors 0 to 2 open, everything from 4 on
  /// closed (3 is what it was started with), and no signal with its usual effect but those that nobody can keep.
  static func prepare() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      if descriptor < 0 || descriptor > 2 {
        if descriptor > 2 { close(descriptor) }
        break
      }
    }
    close_range(4, .max, 0)
    _ = chdir("/")
    for number in 1..<65 where number != Int(SIGKILL) && number != Int(SIGSTOP) { signal(Int32(number), SIG_DFL) }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGHUP, SIG_IGN)
  }

  /// Makes this process leader of a session of its own, and parent of the orphans below it.
  static func lead() {
    setsid()
    _ = carillon_become_subreaper()
  }

  /// Blocks SIGCHLD and the signals that ask for the end.
  ///
  /// - Returns: A descriptor that becomes readable on them, negative when there is none.
  static func openSignals() -> Int32 {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGCHLD, SIGTERM, SIGINT] { sigaddset(&signals, number) }
    sigprocmask(SIG_SETMASK, &signals, nil)
    return signalfd(-1, &signals, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
  }
}
