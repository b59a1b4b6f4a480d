public import JSONText

/// Returns the JSON Schema (draft 2020-12) of rule files, made of the same declarations that the compiler reads by.
///
/// Whatever it rejects the compiler rejects too; what is too fine for a schema it lets pass. Scalars are taken as a
/// YAML reader types them, and all as text.
public func ruleFileSchema() -> JSONValue {
  var root = JSONObject([
    ("$schema", "https://json-schema.org/draft/2020-12/schema"),
    ("$id", "https://carillon.example/carillon.schema.json"),
    ("title", "Carillon rule file"),
  ])
  for member in SchemaParts.mapping(FileShape.shared.mapping).object?.members ?? [] { root[member.key] = member.value }
  root["$defs"] = .object(definitions())
  return .object(root)
}

/// The named parts, each once.
private func definitions() -> JSONObject {
  var definitions = JSONObject()
  let shapes: [(String, MappingShape)] = [
    ("defaults", DefaultsShape.shared.mapping), ("limits", LimitsShape.shared.mapping),
    ("rule", RuleShape.shared.mapping), ("trigger", TriggerShape.shared.mapping),
    ("daily", DailyShape.shared.mapping), ("weekly", WeeklyShape.shared.mapping),
    ("monthly", MonthlyShape.shared.mapping), ("yearly", YearlyShape.shared.mapping),
    ("dates", DatesShape.shared.mapping), ("matching", MatchingShape.shared.mapping),
    ("hourly", HourlyShape.shared.mapping), ("ics", EventFileShape.shared.mapping),
    ("after", AfterShape.shared.mapping),
    ("content", ContentShape.shared.mapping), ("run", RunShape.shared.mapping),
    ("run-defaults", RunShape.shared.mapping), ("retry", RetryShape.shared.mapping),
    ("output", OutputShape.shared.mapping), ("missed", MissedShape.shared.mapping),
    ("action", ActionShape.shared.mapping), ("input", TextInputShape.shared.mapping),
    ("category", CategoryShape.shared.mapping), ("step", StepShape.shared.mapping),
    ("calendar", CalendarShape.shared.mapping), ("calendar-weekly", CalendarPatternShapes.shared.weekly),
    ("calendar-monthly", CalendarPatternShapes.shared.monthly), ("test", TestShape.shared.mapping),
  ]
  for (name, shape) in shapes { definitions[name] = SchemaParts.mapping(shape) }
  for (name, schema, meaning) in SharedSchemas.all { definitions[name] = SchemaParts.described(schema, meaning) }
  return definitions
}
