import YAMLSyntax

/// A comment of a file.
struct Comment {
  /// Bytes of the source, from `#` to its last character.
  var range: Range<Int>
  /// Whether nothing but blanks stands before it on its line.
  var isOwnLine: Bool
  /// Bytes before it on its line.
  var column: Int
  /// Whether the line before is blank.
  var followsBlankLine: Bool
}

/// A value as it is written, with the comments inside it.
struct ConcreteNode {
  enum Kind {
    /// Nothing stands where a value belongs.
    case missing
    case scalar
    case alias
    case flowSequence
    case flowMapping
    case blockSequence
    case blockMapping
  }

  var kind: Kind
  /// How a scalar is written.
  var style: YAMLNode.Style = .plain
  /// `&name`.
  var anchor: Range<Int>?
  /// The text without the anchor; of a collection, brackets included.
  var range: Range<Int>
  /// Column of the list or mapping without brackets around a scalar, -1 where there is none.
  var outerColumn = -1
  /// Elements and pairs.
  var items: [ConcreteItem] = []
  /// The comment behind the opening bracket, on the same line.
  var opening: Comment?
  /// Comments behind the last item.
  var closing: [Comment] = []

  /// Whether it is written with brackets.
  var isFlow: Bool { kind == .flowSequence || kind == .flowMapping }
}

/// An element of a list or a pair of a mapping.
struct ConcreteItem {
  /// Comments on lines of their own before it.
  var leading: [Comment] = []
  /// Whether the line before it is blank.
  var followsBlankLine = false
  /// Whether it begins a line.
  var startsLine = false
  /// The key; nil for an element of a list.
  var key: ConcreteNode?
  /// The comment between the key's colon, or the dash, and the end of that line.
  var heading: Comment?
  /// Comments on lines of their own before the value.
  var between: [Comment] = []
  var value: ConcreteNode
  /// The comment behind the value on its line.
  var trailing: Comment?

  /// Whether any comment stands in it, those inside the value left out.
  var hasComments: Bool { !leading.isEmpty || heading != nil || !between.isEmpty || trailing != nil }
}

/// A whole file.
struct ConcreteFile {
  /// Comments, `%` lines and markers before the root, and those behind it.
  indirect enum Line {
    case comment(Comment)
    /// A directive or marker with the comment behind it.
    case marker(Range<Int>, Comment?)
  }

  var before: [Line] = []
  var root: ConcreteNode
  var after: [Line] = []
}
