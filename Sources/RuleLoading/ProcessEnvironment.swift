import Glibc

/// The variables of this process; of several equal names the first, as getenv(3) does.
public func processEnvironment() -> [String: String] {
  var variables: [String: String] = [:]
  var place = environ
  while let entry = place.pointee {
    if let (name, value) = variable(String(cString: entry)), variables[name] == nil { variables[name] = value }
    place += 1
  }
  return variables
}

/// Name and value of an entry such as `LANG=C`; nil where it has no name.
///
/// Told apart byte by byte: a value may begin with a mark that joins with the `=` before it.
func variable(_ entry: String) -> (name: String, value: String)? {
  let bytes = entry.utf8
  guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals != bytes.startIndex else { return nil }
  return (
    String(decoding: bytes[..<equals], as: UTF8.self), String(decoding: bytes[equals...].dropFirst(), as: UTF8.self)
  )
}
