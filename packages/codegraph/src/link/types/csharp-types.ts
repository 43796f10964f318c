/** Built-in types of C#, which mean something else or nothing in other languages. */
import type { Value } from "../value.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Types with elements. */
export const CSHARP_LISTS = words(
  `IEnumerable IList ICollection IReadOnlyList IReadOnlyCollection ISet IQueryable
   IAsyncEnumerable IEnumerator ImmutableArray ImmutableList ImmutableHashSet
   ObservableCollection ConcurrentBag ConcurrentQueue ConcurrentStack Stack SortedSet
   BlockingCollection IOrderedEnumerable ReadOnlyCollection ReadOnlyObservableCollection
   IReadOnlySet ImmutableQueue ImmutableStack ImmutableSortedSet FrozenSet ArraySegment`,
);
/** Types with keys and values. */
export const CSHARP_MAPS = words(
  `Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary
   ImmutableDictionary SortedList ReadOnlyDictionary FrozenDictionary ImmutableSortedDictionary`,
);
/** Types with one value. */
export const CSHARP_WRAPPERS = words(`Task ValueTask Lazy Nullable`);
/** Members that return an element. */
export const CSHARP_GIVES_ELEMENT = words(
  `First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault
   Find FindLast Pop Peek Dequeue GetOrAdd AddOrUpdate GetValueOrDefault Current`,
);
/** Members that return a list of the same elements. */
export const CSHARP_GIVES_SAME = words(
  `Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile ToList
   ToArray ToHashSet Distinct Reverse Concat Union Except Append Prepend AsEnumerable AsReadOnly`,
);
/** Members that return the one value. */
export const CSHARP_GIVES_VALUE = words(`Value Result GetAwaiter GetResult`);
/** Members whose result contains the same type. */
export const CSHARP_KEEPS_VALUE = words(`ConfigureAwait`);
/** Methods whose callback receives each element. */
export const CSHARP_TAKES_ELEMENT = words(
  `Where Select SelectMany Any All First FirstOrDefault Single SingleOrDefault Last LastOrDefault
   ForEach OrderBy OrderByDescending ThenBy GroupBy Sum Count Max Min ToDictionary ToLookup Find
   FindAll FindIndex Exists TakeWhile SkipWhile RemoveAll`,
);

/** Returns the types of the parameters of a function type: `Func<A, Result>`, `Action<A>`, `Expression<Func<A, Result>>`. */
export function delegateParameters(
  type: Value | undefined,
): readonly (Value | undefined)[] | undefined {
  if (type?.kind !== "external" || type.language !== "csharp") return undefined;
  const { name, args } = type;
  if (name === "Func") return args.slice(0, -1);
  if (name === "Action" || name === "Predicate") return args;
  return name === "Expression" && args.length === 1 ? delegateParameters(args[0]) : undefined;
}
