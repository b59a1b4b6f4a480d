import CivilTime
import HostTime

/// The zones of this machine, as commands show times in them.
final class DisplayZones {
  /// The zone files.
  let folder: ZoneFolder
  /// The zone of `--zone`, where it was given.
  let chosen: ZoneRules?
  /// The machine's own zone.
  let local: ZoneRules

  /// The option that chooses one.
  static let declaration = OptionDeclaration("zone", value: "ZONE", "show (and read) times in this zone")

  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandFailure) {
    folder = ZoneFolder(environment: context.environment)
    do throws(ZoneFolderError) {
      local = try LocalZone(environment: context.environment).rules(in: folder)
    } catch {
      throw CommandFailure(.outside, "this machine's zone is not usable: \(error)")
    }
    guard let name = arguments.value("zone"), name != "local" else {
      chosen = arguments.has("zone") ? local : nil
      return
    }
    do throws(ZoneFolderError) {
      chosen = try folder.rules(ZoneName(name))
    } catch {
      let hint = ZoneName.isKnown(name) ? "" : "; zones are named like Europe/Berlin"
      throw .usage("--zone: \(error)\(hint)")
    }
  }

  /// The chosen zone, else the named one, else the machine's.
  func zone(_ name: ZoneName?) -> ZoneRules {
    if let chosen { return chosen }
    guard let name else { return local }
    return (try? folder.rules(name)) ?? local
  }
}
