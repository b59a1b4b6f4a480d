import CSystemd

/// What the service tells the service manager (sd_notify(3)).
public enum ServiceNotice: Hashable, Sendable {
  /// Start-up is finished.
  case ready
  /// The configuration is being read again; `monotonicMicroseconds` is when that began.
  case reloading(monotonicMicroseconds: UInt64)
  /// The service is about to end.
  case stopping
  /// One line for `systemctl status`; line breaks become blanks.
  case status(String)

  /// The assignments of the protocol, one a line.
  public var assignments: String {
    switch self {
    case .ready: "READY=1"
    case .reloading(let since): "RELOADING=1\nMONOTONIC_USEC=\(since)"
    case .stopping: "STOPPING=1"
    case .status(let text): "STATUS=" + String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 })
    }
  }

  /// Sends the notice.
  ///
  /// - Returns: Whether there is a service manager that listens.
  @discardableResult
  public func send() throws(LoopError) -> Bool {
    let result = sd_notify(0, assignments)
    try LoopError.check(result, "notify service manager")
    return result > 0
  }
}
