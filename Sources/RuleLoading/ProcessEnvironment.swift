import Glibc

/// The variables of this process; of several equal names the first, as getenv(3) does.
///
/// Where it has no `HOME`, that is the user's home folder in the user database.
public func processEnvironment() -> [String: String] {
  var count = 0
  while environ[count] != nil { count += 1 }
  var variables = [String: String](minimumCapacity: count)
  for place in 0..<count {
    guard let entry = environ[place] else { break }
    guard let (name, value) = variable(UnsafeRawBufferPointer(start: entry, count: strlen(entry))) else { continue }
    if let first = variables.updateValue(value, forKey: name) { variables[name] = first }
  }
  if variables["HOME"] == nil, let home = getpwuid(geteuid())?.pointee.pw_dir {
    variables["HOME"] = String(cString: home)
  }
  return variables
}

/// Name and value of an entry such as `LANG=C`; nil where it has no name.
///
/// Told apart byte by byte: a value may begin with a mark that joins with the `=` before it.
func variable(_ entry: UnsafeRawBufferPointer) -> (name: String, value: String)? {
  guard let equals = entry.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return nil }
  return (String(decoding: entry[..<equals], as: UTF8.self), String(decoding: entry[(equals + 1)...], as: UTF8.self))
}
