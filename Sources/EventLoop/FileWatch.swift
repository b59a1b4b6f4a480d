import CLinux
import CSystemd
import Glibc

/// What happened in a watched folder.
public enum FolderChange: Hashable, Sendable {
  /// The entry of this name was made, written and closed, replaced, moved in or out, removed, or changed its mode.
  /// What is there now, if anything, must be looked up. Bytes that are not UTF-8 are repaired.
  case entry(String)
  /// The folder itself was moved or removed, or its file system was unmounted; nothing more will come.
  case folderGone
  /// More happened than the kernel could keep: look at everything.
  case overflow
}

/// Watches the entries of one folder through inotify; folders inside it are not watched.
///
/// Watch the folder, not the file: editors and package tools replace files by renaming, and a link such as
/// `/etc/localtime` is replaced in its folder.
public final class FileWatch {
  private let source: EventSource

  /// Starts to watch.
  ///
  /// - Throws: `ENOENT` or `ENOTDIR` when there is no such folder, `ENOSPC` when the user's limit of watches is
  ///   reached.
  public init(on loop: Loop, folder: String, handler: @escaping (FolderChange) -> Void) throws(LoopError) {
    let entries = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB
    let itself = IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    let mask = UInt32(bitPattern: Int32(entries | itself))
    source = try EventSource.arm(Callback<FolderChange>(handler), "watch folder", folder) { place, context in
      sd_event_add_inotify(
        loop.pointer, place, folder, mask,
        { _, event, context in
          guard let event, let change = FileWatch.change(event) else { return 0 }
          Callback<FolderChange>.call(context, change)
          return 0
        }, context)
    }
  }

  private static func change(_ event: UnsafePointer<inotify_event>) -> FolderChange? {
    let mask = event.pointee.mask
    func has(_ bit: Int) -> Bool { mask & UInt32(truncatingIfNeeded: bit) != 0 }
    if has(Int(IN_Q_OVERFLOW)) { return .overflow }
    if has(Int(IN_DELETE_SELF)) || has(Int(IN_MOVE_SELF)) || has(Int(IN_UNMOUNT)) { return .folderGone }
    guard event.pointee.len > 0 else { return nil }  // the mode of the folder, or the end of the watch
    let name = UnsafeRawPointer(event).advanced(by: MemoryLayout<inotify_event>.size)
    return .entry(String(cString: name.assumingMemoryBound(to: CChar.self)))
  }
}
