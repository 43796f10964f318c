/** Built-in types of Swift, which mean something else or nothing in other languages. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Types with elements. */
export const SWIFT_LISTS = words(
  `ArraySlice ContiguousArray Sequence Collection AnySequence AsyncStream AsyncThrowingStream LazySequence
   BidirectionalCollection RandomAccessCollection MutableCollection ReversedCollection Slice`,
);
/** Types with keys and values. */
export const SWIFT_MAPS = words(`Dictionary`);
/** Types with one value. */
export const SWIFT_WRAPPERS = words(
  `Optional Task Result Binding Published State UnsafePointer UnsafeMutablePointer`,
);
/** Members that return an element. */
export const SWIFT_GIVES_ELEMENT = words(
  `first last min max randomElement popLast removeFirst removeLast popFirst`,
);
/** Members that return a list of the same elements. */
export const SWIFT_GIVES_SAME = words(
  `filter sorted reversed prefix suffix dropFirst dropLast shuffled drop lazy union intersection subtracting`,
);
/** Members that return the one value. */
export const SWIFT_GIVES_VALUE = words(`get value wrappedValue pointee`);
/** Members whose result contains the same type. */
export const SWIFT_KEEPS_VALUE = words(`mapError`);
/** Methods whose callback receives each element. */
export const SWIFT_TAKES_ELEMENT = words(
  `forEach map compactMap flatMap filter first last contains allSatisfy firstIndex lastIndex sorted sort min max drop
   prefix removeAll partition`,
);

/** Types without subtypes. */
export const SWIFT_VALUES = words(
  `URL URLRequest URLResponse Data Date UUID URLComponents URLQueryItem IndexPath IndexSet CGSize CGRect CGPoint CGFloat
   TimeInterval Decimal Calendar Locale TimeZone Character Substring Array Map Set Result
   Optional Never`,
);

/** By type: the types and protocols whose extensions also add members to it. */
export const SWIFT_ABOVE: ReadonlyMap<string, readonly string[]> = new Map(
  `Array: RangeReplaceableCollection MutableCollection RandomAccessCollection BidirectionalCollection Collection Sequence;
   Set: Collection Sequence; Dictionary: Collection Sequence; Map: Dictionary Collection Sequence;
   String: StringProtocol BidirectionalCollection Collection Sequence;
   Int: FixedWidthInteger BinaryInteger Numeric Comparable; Double: BinaryFloatingPoint FloatingPoint Numeric`
    .split(/;\s+/)
    .map((row): [string, readonly string[]] => {
      const [name = "", above = ""] = row.split(/:\s+/);
      return [name, above.split(" ")];
    }),
);
