// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is held to: warnings are errors, `any` is written out, imports are internal
/// unless they say otherwise, and a member is used only where its module is imported.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What makes a process start fast.
///
/// A generic type's metadata is asked for with its witness tables in hand: by its
/// mangled name, each first use of a dictionary or a set goes through every conformance of the program. And without
/// the regular expressions that every module imports unasked, a tenth of the program is not there.
let quick: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
  .unsafeFlags(
    ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"], .when(configuration: .release)),
]

/// How a program is linked that starts often.
///
/// It lies at one fixed address, so that nothing is left to relocate when it starts, has the C++ library that Swift's
/// runtime needs inside, exports no symbol, and what runs at the start is side by side. `Sources/StartUp` holds the
/// files for it; `Tests/Benchmarks/start_up_order.py` records the order.
func quickStart(_ program: String) -> [LinkerSetting] {
  let folder = "\(Context.packageDirectory)/Sources/StartUp"
  let order = "--symbol-ordering-file=\(folder)/\(program).order"
  let forLinker = ["--no-export-dynamic", order, "--no-warn-symbol-ordering"].flatMap { ["-Xlinker", $0] }
  let forClang = ["-no-pie", "-static-libgcc"].flatMap { ["-Xclang-linker", $0] }
  let flags = ["-use-ld=lld", "-L\(folder)"] + forLinker + forClang
  return [.unsafeFlags(flags, .when(configuration: .release))]
}

func module(_ name: String, _ imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: strict + quick)
}

func program(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: imports, swiftSettings: strict + quick, linkerSettings: quickStart(name))
}

func tests(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: imports, swiftSettings: strict)
}

let pure = [
  "CivilTime", "Diagnostics", "JSONText", "NextFire", "RecurrenceText", "RuleCompiler", "RuleEngine", "RuleFormat",
  "RuleModel", "TriggerGraph", "YAMLSyntax",
]

let package = Package(
  name: "carillon",
  // The pure part is for other Swift programs too: compile rules, ask for occurrences, run the engine on a clock of one's own.
  products: pure.map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "carillon", targets: ["carillon"]),
    .executable(name: "carillond", targets: ["carillond"]),
    .library(name: "RuleFileFuzz", type: .static, targets: ["RuleFileFuzz"]),
  ],
  targets: [
    // System libraries: a module map and a shim header, nothing else.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    // Pure: no clock, file, environment, process or socket.
    module("CivilTime"),
    module("Diagnostics"),
    module("JSONText"),
    module("YAMLSyntax", ["Diagnostics", "CYAML"]),
    module("RuleModel", ["CivilTime"]),
    module("TriggerGraph", ["RuleModel", "CivilTime"]),
    module("NextFire", ["TriggerGraph", "RuleModel", "CivilTime"]),
    module("RuleEngine", ["RuleModel", "CivilTime", "JSONText"]),
    module("RecurrenceText", ["RuleModel", "CivilTime", "Diagnostics"]),
    module(
      "RuleCompiler",
      [
        "YAMLSyntax", "NextFire", "TriggerGraph", "RecurrenceText", "Diagnostics", "RuleModel", "CivilTime", "JSONText",
      ]),
    module("RuleFormat", ["RuleCompiler", "YAMLSyntax", "RuleModel", "Diagnostics"]),

    // Shared rims: the only importers of their C library.
    module("EventLoop", ["CLinux", "CSystemd"]),

    // Adapters: one port each, never importing each other.
    module("HostTime", ["CivilTime"]),
    module("SQLiteStore", ["CSQLite", "CivilTime", "JSONText", "RuleEngine", "RuleModel"]),
    module("RunSupervisor", ["CLinux", "JSONText", "RuleEngine"]),
    module("ScriptRunner", ["EventLoop", "RuleEngine", "RunSupervisor"]),
    module("TerminalDelivery", ["Diagnostics", "EventLoop"]),

    // Composition.
    module("RuleLoading", ["RuleCompiler", "HostTime", "CivilTime", "Diagnostics"]),
    module("ControlProtocol", ["RuleEngine", "RuleModel", "CivilTime", "JSONText"]),
    module(
      "ServiceKit",
      [
        "CLinux", "ControlProtocol", "SQLiteStore", "TerminalDelivery", "ScriptRunner", "HostTime", "EventLoop",
        "RuleLoading", "RuleCompiler", "RuleEngine", "RunSupervisor", "NextFire", "TriggerGraph", "RuleModel",
        "Diagnostics", "CivilTime", "JSONText",
      ]),
    program("carillond", ["RuleLoading", "ServiceKit"]),
    module(
      "CommandKit",
      [
        "CivilTime", "ControlProtocol", "Diagnostics", "HostTime", "JSONText", "NextFire", "RecurrenceText",
        "RuleCompiler", "RuleEngine", "RuleFormat", "RuleLoading", "RuleModel", "TriggerGraph",
      ]),
    program("carillon", ["CommandKit", "RunSupervisor"]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Diagnostics", "JSONText"], path: "Tests/TestSupport", swiftSettings: strict),
    tests("CivilTimeTests", ["CivilTime", "HostTime", "TestSupport"]),
    tests(
      "RecurrenceTextTests", ["RecurrenceText", "RuleModel", "CivilTime", "Diagnostics", "JSONText", "TestSupport"]),
    tests(
      "ControlProtocolTests",
      ["ControlProtocol", "RuleEngine", "RuleModel", "CivilTime", "JSONText", "TestSupport"]),
    tests("SQLiteStoreTests", ["SQLiteStore", "RuleEngine", "RuleModel", "CivilTime", "TestSupport"]),
    tests("RuleEngineTests", ["RuleEngine", "RuleModel", "CivilTime", "SQLiteStore", "TestSupport"]),
    .executableTarget(
      name: "ServiceProbe", dependencies: ["RuleLoading", "ServiceKit"], path: "Tests/ServiceProbe",
      swiftSettings: strict),
    tests(
      "ProgramTests",
      [
        "ControlProtocol", "SQLiteStore", "RuleEngine", "RuleModel", "ServiceProbe", "SuperviseProbe", "carillond",
        "TestSupport",
      ]),
    tests(
      "ServiceKitTests",
      [
        "ServiceKit", "ControlProtocol", "EventLoop", "RuleEngine", "RuleModel", "CivilTime", "JSONText",
        "ScriptRunner",
        "TestSupport",
      ]),
    tests("EventLoopTests", ["EventLoop", "TestSupport"]),
    .executableTarget(
      name: "SuperviseProbe", dependencies: ["RunSupervisor"], path: "Tests/SuperviseProbe", swiftSettings: strict),
    tests("RunSupervisorTests", ["RuleEngine", "RunSupervisor", "TestSupport"]),
    tests(
      "ScriptRunnerTests",
      ["EventLoop", "RuleEngine", "RunSupervisor", "ScriptRunner", "SuperviseProbe", "TestSupport"]),
    tests("TerminalDeliveryTests", ["EventLoop", "TerminalDelivery", "TestSupport"]),
    tests("HostTimeTests", ["HostTime", "CivilTime", "TestSupport"]),
    tests("DiagnosticsTests", ["Diagnostics", "TestSupport"]),
    tests("JSONTextTests", ["JSONText", "TestSupport"]),
    tests("YAMLSyntaxTests", ["Diagnostics", "JSONText", "TestSupport", "YAMLSyntax"]),
    tests("TriggerGraphTests", ["TriggerGraph", "RuleModel", "CivilTime"]),
    tests(
      "NextFireTests", ["NextFire", "TriggerGraph", "RuleModel", "CivilTime", "HostTime", "JSONText", "TestSupport"]),
    tests(
      "RuleCompilerTests",
      ["RuleCompiler", "YAMLSyntax", "Diagnostics", "RuleModel", "CivilTime", "JSONText", "TestSupport"]),
    tests("RuleFormatTests", ["RuleFormat", "RuleCompiler", "YAMLSyntax", "RuleModel", "Diagnostics", "TestSupport"]),
    tests(
      "ExpressionTests",
      [
        "RuleCompiler", "NextFire", "TriggerGraph", "RecurrenceText", "RuleModel", "HostTime", "CivilTime",
        "Diagnostics", "JSONText", "TestSupport",
      ]),
    tests(
      "RuleLoadingTests",
      ["RuleLoading", "RuleCompiler", "RuleModel", "Diagnostics", "HostTime", "CivilTime", "TestSupport"]),
    .target(
      name: "RuleFileFuzz",
      dependencies: [
        "CivilTime", "Diagnostics", "NextFire", "RuleCompiler", "RuleFormat", "RuleModel", "TriggerGraph",
      ],
      path: "Tests/Fuzz/RuleFileFuzz", swiftSettings: strict),
    .executableTarget(
      name: "BenchmarkProbe",
      dependencies: [
        "CYAML", "CivilTime", "HostTime", "JSONText", "NextFire", "RuleCompiler", "RuleModel", "TriggerGraph",
      ], path: "Tests/Benchmarks/Probe", swiftSettings: strict + quick, linkerSettings: quickStart("carillon")),
    tests("CommandKitTests", ["CommandKit", "CivilTime", "JSONText", "TestSupport"]),
    .executableTarget(
      name: "LibraryProbe", dependencies: ["CivilTime", "RuleCompiler", "RuleModel"], path: "Tests/LibraryProbe",
      swiftSettings: strict),
    tests("PipelineTests", ["CommandKit", "CivilTime", "JSONText", "LibraryProbe", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
