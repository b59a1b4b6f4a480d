/// A reference to an object that someone else keeps alive, which costs no counting.
///
/// Two atomic counts take as long as the rest of a query. Whoever stores such a value stores the object too.
struct Borrowed<Object: AnyObject & Sendable>: Sendable {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { reference = .passUnretained(object) }

  /// Calls with the object.
  @inline(__always) func with<Result>(_ body: (Object) -> Result) -> Result { reference._withUnsafeGuaranteedRef(body) }
}
