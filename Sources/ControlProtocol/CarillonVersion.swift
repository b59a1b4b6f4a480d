/// The version of the programs, the same for the command and the service.
public let carillonVersion = "0.1.0"
