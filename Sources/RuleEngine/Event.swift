public import RuleModel

/// Something that happened; the only way into the engine.
public indirect enum Event {
  /// The service has started; comes first, once.
  ///
  /// - Parameters:
  ///   - bootID: What tells this boot of the machine from every other.
  ///   - isClockSet: Whether the clock is known to be right; until then nothing is declared missed.
  case started(bootID: String, isClockSet: Bool)
  /// The clock is known to be right now.
  case clockSet
  /// The instant asked for by `Turn.nextWake` has come; early ones do no harm.
  case woke
  /// The clock was set, forwards or backwards, or the machine slept.
  case clockChanged
  /// The machine's zone or the zone data changed: the same rules with new offsets.
  case zoneChanged(any OccurrenceSource)
  /// The files were read again and compile.
  case reloaded(RuleBook)
  /// The store has answered the claims of a batch and will keep it; `committed` or `commitFailed` follows.
  ///
  /// For a store that answers before it keeps: what the claims lead to is then kept together with them.
  case granted(batch: Int64, refused: [OccurrenceKey])
  /// The store has kept a batch, but for the claims that it refused; those of a granted batch are answered already.
  case committed(batch: Int64, refused: [OccurrenceKey])
  /// The store could not keep batches, in the order of their numbers.
  case commitFailed(batches: [Int64], StoreError)
  /// A channel has shown a delivery.
  case delivered(number: Int64, channel: ChannelName)
  /// No channel took a delivery.
  case undeliverable(number: Int64, problem: String)
  /// A channel reports a response.
  case responded(ChannelResponse)
  /// A script was started, or found going on after a restart.
  case runStarted(RunID, attempt: Int)
  /// A script has ended, was ended, or could not be started.
  case runEnded(RunID, attempt: Int, RunResult)
  /// A script is gone without a result.
  case runVanished(RunID, attempt: Int)
  /// Someone asks for something.
  case command(CommandTicket, Command)
}

/// A response as a channel reports it.
public struct ChannelResponse: Hashable, Sendable {
  /// The delivery answered.
  public var delivery: Int64
  /// The action chosen; `ActionID.open` and `.dismiss` included.
  public var action: ActionID
  /// The text given.
  public var text: String?
  /// The channel.
  public var channel: ChannelName
  /// Makes a response.
  public init(delivery: Int64, action: ActionID, text: String? = nil, channel: ChannelName) {
    self.delivery = delivery
    self.action = action
    self.text = text
    self.channel = channel
  }
}

/// The rules in force and their times on the clock.
public struct RuleBook {
  /// What the files declare.
  public var rules: RuleSet
  /// Their occurrences.
  public var source: any OccurrenceSource
  /// Makes a book.
  public init(rules: RuleSet, source: any OccurrenceSource) {
    self.rules = rules
    self.source = source
  }
}
