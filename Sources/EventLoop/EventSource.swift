import CSystemd
import Glibc

/// An armed source of the C loop, disarmed when this value's owner lets go of it.
///
/// The context that the C callback receives is retained here at arming. libsystemd calls the destroy callback,
/// which releases the context, once the source is freed and never while the source's own callback runs: so a
/// handler may drop the very handle that armed it.
final class EventSource {
  let pointer: OpaquePointer

  private init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sd_event_source_disable_unref(pointer) }

  /// Arms a source by `add`, which gets the place for the source and the context to pass along.
  static func arm(
    _ context: some AnyObject, _ operation: String, _ subject: String = "",
    add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
  ) throws(LoopError) -> EventSource {
    let retained = Unmanaged.passRetained(context)
    var pointer: OpaquePointer?
    let result = add(&pointer, retained.toOpaque())
    guard result >= 0, let pointer else {
      retained.release()
      throw LoopError(operation, subject, code: result < 0 ? -result : EINVAL)
    }
    sd_event_source_set_destroy_callback(pointer) { context in
      guard let context else { return }
      Unmanaged<AnyObject>.fromOpaque(context).release()
    }
    return EventSource(pointer)
  }

  func enable(_ state: Int, _ operation: String) throws(LoopError) {
    try LoopError.check(sd_event_source_set_enabled(pointer, Int32(state)), operation)
  }
}

/// The object that a C callback gets: a body and nothing else, so that it can outlive the handle that armed it.
final class Callback<Input> {
  private let body: (Input) -> Void

  init(_ body: @escaping (Input) -> Void) { self.body = body }

  /// Calls the body of the callback behind a C context pointer, holding it for as long as the call lasts.
  static func call(_ context: UnsafeMutableRawPointer?, _ input: Input) {
    guard let context else { return }
    let callback = Unmanaged<Callback<Input>>.fromOpaque(context).takeUnretainedValue()
    withExtendedLifetime(callback) { callback.body(input) }
  }
}
