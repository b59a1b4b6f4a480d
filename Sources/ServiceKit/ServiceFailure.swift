/// Why the service does not start, with the exit status that says so.
struct ServiceFailure: Error, CustomStringConvertible {
  /// One or more sentences for people.
  var description: String
  /// 1 the rules have errors, 3 something outside failed.
  var status: Int32

  /// Something outside failed: a file, the store, the loop.
  static func outside(_ text: String) -> ServiceFailure { ServiceFailure(description: text, status: 3) }
}
