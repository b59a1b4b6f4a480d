import Glibc

/// How many descriptors a process may have open (getrlimit(2), `RLIMIT_NOFILE`).
///
/// A service that watches many runs needs more than the usual 1,024. Commands keep what the service was started with:
/// programs that use select(2) rely on it.
public enum DescriptorLimit {
  /// More than so many a service does not take.
  private static let most: rlim_t = 65_536
  /// What this process was started with.
  private static let inherited = limit()

  /// Raises the limit of this process as far as it may.
  public static func raise() {
    var raised = inherited
    raised.rlim_cur = max(raised.rlim_cur, min(raised.rlim_max, most))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised)
  }

  /// How many this process may have open now.
  public static var present: Int { Int(clamping: limit().rlim_cur) }

  /// Calls with the limit that this process was started with, so that a process that is made has it.
  static func withInherited<Value>(_ body: () -> Value) -> Value {
    var before = inherited
    var present = limit()
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
    defer { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &present) }
    return body()
  }

  private static func limit() -> rlimit { presentLimit(RLIMIT_NOFILE) }
}

/// How many processes the user may have (getrlimit(2), `RLIMIT_NPROC`).
public enum ProcessLimit {
  /// The limit; very large where there is none.
  public static var present: Int { Int(clamping: presentLimit(__RLIMIT_NPROC).rlim_cur) }
}

private func presentLimit(_ resource: __rlimit_resource) -> rlimit {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  return limit
}
