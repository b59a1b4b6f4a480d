public import JSONText

/// A checked-in table of cases: `Tests/Cases/NAME.jsonl`, one JSON object a line.
public enum CaseFile {
  /// Returns the cases of a file in its order.
  ///
  /// - Parameter name: The file's name without folder and ending, for example `yaml-traps`.
  /// - Throws: `FileError` or `JSONError`.
  public static func lines(named name: String) throws -> [JSONValue] {
    let bytes = try readFile(testsFolder + "/Cases/" + name + ".jsonl")
    return try bytes.split(separator: 0x0A).map { try JSONValue.parse(Array($0)) }
  }

  /// Path of the folder `Tests` of this checkout.
  public static var testsFolder: String {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(2).joined(separator: "/")
  }
}
