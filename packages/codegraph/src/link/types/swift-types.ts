/** Built-in types of Swift, which mean something else or nothing in other languages. */
import { type LibraryTypes, supertypes, words } from "./library-types.ts";

export const SWIFT_TYPES: LibraryTypes = {
  lists: words(
    `ArraySlice ContiguousArray Sequence Collection AnySequence AsyncStream AsyncThrowingStream LazySequence
     BidirectionalCollection RandomAccessCollection MutableCollection ReversedCollection Slice`,
  ),
  maps: words("Dictionary"),
  wrappers: words(
    "Optional Task Result Binding Published State UnsafePointer UnsafeMutablePointer",
  ),
  givesElement: words("first last min max randomElement popLast removeFirst removeLast popFirst"),
  givesSame: words(
    "filter sorted reversed prefix suffix dropFirst dropLast shuffled drop lazy union intersection subtracting",
  ),
  givesValue: words("get value wrappedValue pointee"),
  keepsValue: words("mapError"),
  takesElement: words(
    `forEach map compactMap flatMap filter first last contains allSatisfy firstIndex lastIndex sorted sort min max
     drop prefix removeAll partition`,
  ),
};

/** Types without subtypes. */
export const SWIFT_VALUES = words(
  `URL URLRequest URLResponse Data Date UUID URLComponents URLQueryItem IndexPath IndexSet CGSize CGRect CGPoint CGFloat
   TimeInterval Decimal Calendar Locale TimeZone Character Substring Array Map Set Result
   Optional Never`,
);

/** By type: the types and protocols whose extensions also add members to it. */
export const SWIFT_ABOVE = supertypes(
  `Array: RangeReplaceableCollection MutableCollection RandomAccessCollection BidirectionalCollection Collection Sequence;
   Set: Collection Sequence; Dictionary: Collection Sequence; Map: Dictionary Collection Sequence;
   String: StringProtocol BidirectionalCollection Collection Sequence;
   Int: FixedWidthInteger BinaryInteger Numeric Comparable; Double: BinaryFloatingPoint FloatingPoint Numeric`,
);
