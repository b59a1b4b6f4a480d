public import RuleEngine

/// A point between two steps of the service's work, for tests that end it there.
public enum ServiceStep: Hashable, Sendable {
  /// A batch is about to be written.
  case committing(Int64)
  /// A batch was written; it outlives the process.
  case written(Int64)
  /// A batch was kept; it outlives the machine.
  case committed(Int64)
  /// An effect is about to be done.
  case performing(Effect)
  /// An effect was done.
  case performed(Effect)
}
