/** Built-in types of C#, which mean something else or nothing in other languages. */
import type { Value } from "../value.ts";
import { type LibraryTypes, words } from "./library-types.ts";

export const CSHARP_TYPES: LibraryTypes = {
  lists: words(
    `IEnumerable IList ICollection IReadOnlyList IReadOnlyCollection ISet IQueryable IAsyncEnumerable IEnumerator
     ImmutableArray ImmutableList ImmutableHashSet ObservableCollection ConcurrentBag ConcurrentQueue ConcurrentStack
     Stack SortedSet BlockingCollection IOrderedEnumerable ReadOnlyCollection ReadOnlyObservableCollection
     IReadOnlySet ImmutableQueue ImmutableStack ImmutableSortedSet FrozenSet ArraySegment`,
  ),
  maps: words(
    `Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary ImmutableDictionary SortedList
     ReadOnlyDictionary FrozenDictionary ImmutableSortedDictionary`,
  ),
  wrappers: words("Task ValueTask Lazy Nullable"),
  givesElement: words(
    `First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast Pop
     Peek Dequeue GetOrAdd AddOrUpdate GetValueOrDefault Current`,
  ),
  givesSame: words(
    `Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile ToList ToArray ToHashSet
     Distinct Reverse Concat Union Except Append Prepend AsEnumerable AsReadOnly`,
  ),
  givesValue: words("Value Result GetAwaiter GetResult"),
  keepsValue: words("ConfigureAwait"),
  takesElement: words(
    `Where Select SelectMany Any All First FirstOrDefault Single SingleOrDefault Last LastOrDefault ForEach OrderBy
     OrderByDescending ThenBy GroupBy Sum Count Max Min ToDictionary ToLookup Find FindAll FindIndex Exists TakeWhile
     SkipWhile RemoveAll`,
  ),
};

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
