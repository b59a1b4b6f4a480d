/// How one start of a script ended.
public struct RunResult: Hashable, Sendable {
  /// The end of the command itself; what it means for the rule (`success_codes`, `skip_codes`) is not decided here.
  public enum Outcome: Hashable, Sendable {
    /// It ended by itself with an exit status from 0 to 255.
    case exited(Int32)
    /// A signal of this number ended it.
    case signaled(Int32)
    /// It was never started, for this reason: one sentence without a full stop.
    case couldNotStart(String)
  }

  /// The end of the command.
  public var outcome: Outcome
  /// Whether the time limit passed, and TERM and then KILL were sent.
  public var timedOut: Bool
  /// Whether somebody asked for the end before the command ended: the service, or the system shutting down.
  public var cancelled: Bool
  /// When the command was started, or the start failed, in seconds since 1970.
  public var startedAt: Int64
  /// When the command ended, in seconds since 1970; below `startedAt` when the clock was set back.
  public var endedAt: Int64
  /// How long the command ran in milliseconds of the monotonic clock, not negative.
  public var durationMilliseconds: Int64
  /// The last bytes of standard output and standard error, in the order of writing.
  public var output: [UInt8]
  /// Whether `output` is not all that was written.
  public var outputCut: Bool
  /// The last line of the output that is not blank, at most 1024 bytes of UTF-8; empty when there is none.
  public var lastLine: String
  /// How many processes outlived the command and were ended.
  public var straysEnded: Int

  /// A result; what is left out is "nothing".
  public init(
    outcome: Outcome, timedOut: Bool = false, cancelled: Bool = false, startedAt: Int64, endedAt: Int64,
    durationMilliseconds: Int64, output: [UInt8] = [], outputCut: Bool = false, lastLine: String = "",
    straysEnded: Int = 0
  ) {
    self.outcome = outcome
    self.timedOut = timedOut
    self.cancelled = cancelled
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.durationMilliseconds = durationMilliseconds
    self.output = output
    self.outputCut = outputCut
    self.lastLine = lastLine
    self.straysEnded = straysEnded
  }
}
