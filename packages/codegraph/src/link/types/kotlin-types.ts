/** Built-in types of Kotlin, which mean something else or nothing in other languages. */
import { type LibraryTypes, supertypes, words } from "./library-types.ts";

export const KOTLIN_TYPES: LibraryTypes = {
  lists: words(
    `Iterable Collection MutableIterable MutableCollection MutableList MutableSet Sequence Flow StateFlow SharedFlow
     MutableStateFlow MutableSharedFlow ArrayDeque HashSet LinkedHashSet PersistentList ImmutableList Channel`,
  ),
  maps: words("MutableMap SortedMap PersistentMap ImmutableMap"),
  wrappers: words("Deferred Lazy Result AtomicReference ThreadLocal KClass Class"),
  givesElement: words(
    `first firstOrNull last lastOrNull single singleOrNull elementAt getOrNull getOrElse find findLast random
     removeFirst removeLast removeAt maxByOrNull minByOrNull maxBy minBy getOrPut getValue poll max min`,
  ),
  givesSame: words(
    `filter filterNot filterNotNull sortedBy sortedByDescending sortedWith sorted distinct distinctBy take takeLast
     takeWhile drop dropLast dropWhile reversed asReversed toList toMutableList toSet toMutableSet asSequence
     asIterable onEach plus minus shuffled toSortedSet subList union intersect subtract`,
  ),
  givesValue: words("await getOrThrow getOrNull value get"),
  keepsValue: words("onSuccess onFailure"),
  takesElement: words(
    `forEach map mapNotNull flatMap filter filterNot find findLast first firstOrNull last lastOrNull single
     singleOrNull any all none count sumOf sumBy maxByOrNull minByOrNull maxBy minBy maxOf minOf maxOfOrNull
     minOfOrNull groupBy associateBy associateWith associate partition sortedBy sortedByDescending sortBy
     sortByDescending takeWhile dropWhile onEach distinctBy joinToString indexOfFirst indexOfLast removeAll removeIf
     retainAll mapTo flatMapTo filterTo collect collectLatest dropLastWhile takeLastWhile`,
  ),
};
/** Members of a text that return a text. */
export const KOTLIN_GIVES_TEXT = words(
  `trimIndent trimMargin prependIndent replaceIndent trim trimStart trimEnd lowercase uppercase replace replaceFirst
   replaceFirstChar repeat substring substringBefore substringAfter substringBeforeLast substringAfterLast removePrefix
   removeSuffix removeSurrounding padStart padEnd toString`,
);

/** By type: those above it. */
const SUPERTYPES = supertypes(
  `List: Collection Iterable; MutableList: List MutableCollection Collection MutableIterable Iterable; Set: Collection Iterable;
   MutableSet: Set MutableCollection Collection MutableIterable Iterable; Collection: Iterable;
   MutableCollection: Collection MutableIterable Iterable; ArrayList: MutableList List MutableCollection Collection Iterable;
   ArrayDeque: MutableList List MutableCollection Collection Iterable; HashSet: MutableSet Set Collection Iterable;
   LinkedHashSet: MutableSet Set Collection Iterable; MutableMap: Map; HashMap: MutableMap Map; LinkedHashMap: MutableMap Map;
   String: CharSequence Comparable; StringBuilder: CharSequence Appendable; Int: Number Comparable; Long: Number Comparable;
   Short: Number Comparable; Byte: Number Comparable; Double: Number Comparable; Float: Number Comparable;
   Exception: Throwable; RuntimeException: Exception Throwable; IOException: Exception Throwable; Error: Throwable;
   StateFlow: SharedFlow Flow; MutableStateFlow: StateFlow SharedFlow Flow; SharedFlow: Flow; MutableSharedFlow: SharedFlow Flow`,
);

/** Returns whether a type of Kotlin is known to be a subtype of another one. */
export function isKotlinBelow(name: string, above: string): boolean {
  return SUPERTYPES.get(name)?.includes(above) === true;
}

/** Types that have no subtypes in a project and are no subtype of its types. */
export const KOTLIN_PLAIN = words(
  `Int Long Short Byte Double Float Boolean Char String UInt ULong UByte UShort Unit Bool Character IntArray ByteArray LongArray CharArray
   DoubleArray FloatArray BooleanArray ShortArray`,
);
