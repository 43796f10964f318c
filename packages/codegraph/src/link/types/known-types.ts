/** Built-in types of the languages: which of them contain project types, and the results of their members. */
import type { Value } from "../value.ts";

type External = Extract<Value, { readonly kind: "external" }>;

/** Types that have the members of their argument. */
export const TRANSPARENT = new Set([
  "Partial",
  "Readonly",
  "Required",
  "NonNullable",
  "Awaited",
  "NoInfer",
  "DeepReadonly",
  "Pick",
  "Omit",
  "Exclude",
  "Extract",
  "Optional",
  "Annotated",
  "Final",
  "ClassVar",
  "Self",
  "Box",
  "Arc",
  "Rc",
  "Ref",
  "RefMut",
  "Cow",
  "Pin",
  "MutexGuard",
  "RwLockReadGuard",
  "RwLockWriteGuard",
]);

/** Types whose elements have a type per position. */
const TUPLES = new Set(["tuple", "Tuple"]);
const LISTS = new Set([
  "Array",
  "ReadonlyArray",
  "Set",
  "ReadonlySet",
  "Iterable",
  "Iterator",
  "IterableIterator",
  "AsyncIterable",
  "AsyncIterableIterator",
  "Generator",
  "AsyncGenerator",
  "AsyncIterator",
  "List",
  "list",
  "set",
  "frozenset",
  "tuple",
  "Tuple",
  "Sequence",
  "Collection",
  "Deque",
  "deque",
  "Vec",
  "VecDeque",
  "HashSet",
  "BTreeSet",
  "ArrayList",
  "LinkedList",
  "Stream",
  "Queue",
  "IEnumerable",
  "IList",
  "ICollection",
  "IReadOnlyList",
  "IReadOnlyCollection",
  "ISet",
  "IQueryable",
  "IAsyncEnumerable",
  "IEnumerator",
  "ImmutableArray",
  "ImmutableList",
  "ImmutableHashSet",
  "ObservableCollection",
  "ConcurrentBag",
  "ConcurrentQueue",
  "ConcurrentStack",
  "Stack",
  "SortedSet",
  "BlockingCollection",
  "IOrderedEnumerable",
]);
const MAPS = new Set([
  "Map",
  "ReadonlyMap",
  "WeakMap",
  "Record",
  "map",
  "dict",
  "Dict",
  "Mapping",
  "MutableMapping",
  "defaultdict",
  "OrderedDict",
  "HashMap",
  "BTreeMap",
  "ConcurrentHashMap",
  "LinkedHashMap",
  "Dictionary",
  "IDictionary",
  "IReadOnlyDictionary",
  "ConcurrentDictionary",
  "SortedDictionary",
  "ImmutableDictionary",
  "SortedList",
]);
const WRAPPERS = new Set([
  "Promise",
  "PromiseLike",
  "Awaitable",
  "Coroutine",
  "Option",
  "Result",
  "Future",
  "CompletableFuture",
  "Generator",
  "ContextManager",
  "AbstractContextManager",
  "AsyncContextManager",
  "AbstractAsyncContextManager",
  "Task",
  "ValueTask",
  "Lazy",
  "Nullable",
]);
/** Types that return their content through methods: `mutex.lock()`, `cell.borrow()`. */
const CELLS = new Set(["Mutex", "RwLock", "RefCell", "OnceCell", "OnceLock", "LazyLock"]);
const GIVES_CONTENT = new Set([
  "lock",
  "read",
  "write",
  "try_lock",
  "borrow",
  "borrow_mut",
  "get",
  "get_mut",
  "get_or_init",
]);

/** Returns the element type of an iteration; for a map its values, as for `map[key]`. */
export function elementOf(value: External, index = 0): Value | undefined {
  if (TUPLES.has(value.name)) return value.args[index] ?? value.args[0];
  if (LISTS.has(value.name)) return value.args[0];
  return MAPS.has(value.name) ? value.args[1] : undefined;
}

/** Returns the result of awaiting or `?`: the last argument of a coroutine, the first of other types. */
export function unwrapped(value: External): Value | undefined {
  if (!WRAPPERS.has(value.name)) return value;
  return value.name === "Coroutine" ? value.args.at(-1) : value.args[0];
}

const GIVES_ELEMENT = new Set([
  "find",
  "findLast",
  "pop",
  "shift",
  "at",
  "get",
  "first",
  "last",
  "next",
  "getOrDefault",
  "remove",
  "peek",
  "setdefault",
  "popleft",
  "First",
  "FirstOrDefault",
  "Single",
  "SingleOrDefault",
  "Last",
  "LastOrDefault",
  "ElementAt",
  "ElementAtOrDefault",
  "Find",
  "FindLast",
  "Pop",
  "Peek",
  "Dequeue",
  "GetOrAdd",
  "AddOrUpdate",
  "GetValueOrDefault",
  "Current",
]);
const GIVES_SAME = new Set([
  "filter",
  "slice",
  "concat",
  "sort",
  "reverse",
  "toSorted",
  "splice",
  "copy",
  "iter",
  "iter_mut",
  "into_iter",
  "clone",
  "stream",
  "Where",
  "OrderBy",
  "OrderByDescending",
  "ThenBy",
  "ThenByDescending",
  "Skip",
  "Take",
  "SkipWhile",
  "TakeWhile",
  "ToList",
  "ToArray",
  "ToHashSet",
  "Distinct",
  "Reverse",
  "Concat",
  "Union",
  "Except",
  "Append",
  "Prepend",
  "AsEnumerable",
  "AsReadOnly",
]);
const GIVES_VALUE = new Set([
  "unwrap",
  "expect",
  "unwrap_or_default",
  "unwrap_or",
  "unwrap_or_else",
  "as_ref",
  "as_mut",
  "result",
  "Value",
  "Result",
  "GetAwaiter",
  "GetResult",
]);
/** Methods whose result contains the same type. */
const KEEPS_VALUE = new Set([
  "catch",
  "finally",
  "as_deref",
  "as_deref_mut",
  "ok",
  "or_else",
  "filter",
  "take",
  "cloned",
  "copied",
  "inspect",
  "ConfigureAwait",
]);
/** Methods of single-value containers whose callback receives the value. */
const TAKES_CONTENT = new Set([
  "then",
  "map",
  "and_then",
  "is_some_and",
  "is_ok_and",
  "filter",
  "inspect",
  "map_or",
  "map_or_else",
  "thenApply",
  "thenAccept",
  "ifPresent",
  "if_some",
]);
/** Methods whose callback receives each element. */
const TAKES_ELEMENT = new Set([
  "map",
  "forEach",
  "filter",
  "find",
  "findLast",
  "findIndex",
  "some",
  "every",
  "flatMap",
  "sort",
  "toSorted",
  "for_each",
  "any",
  "all",
  "Where",
  "Select",
  "SelectMany",
  "Any",
  "All",
  "First",
  "FirstOrDefault",
  "Single",
  "SingleOrDefault",
  "Last",
  "LastOrDefault",
  "ForEach",
  "OrderBy",
  "OrderByDescending",
  "ThenBy",
  "GroupBy",
  "Sum",
  "Count",
  "Max",
  "Min",
  "ToDictionary",
  "ToLookup",
  "Find",
  "FindAll",
  "FindIndex",
  "Exists",
  "TakeWhile",
  "SkipWhile",
  "RemoveAll",
]);

/** Returns a member of a built-in type as the result of calling it, because such members are always called. */
export function externalMember(value: External, name: string): Value | undefined {
  // Everything of an external package is external.
  if (value.name.startsWith("@")) return { ...value, name: `@${name}` };
  const element = elementOf(value);
  if (element !== undefined) {
    if (GIVES_ELEMENT.has(name)) return element;
    if (GIVES_SAME.has(name)) return value;
    if (MAPS.has(value.name)) return ofMap(value, element, name);
    return undefined;
  }
  if (CELLS.has(value.name) && GIVES_CONTENT.has(name)) {
    const [content] = value.args;
    return { kind: "external", name: "Option", args: [content] };
  }
  if (!WRAPPERS.has(value.name)) return undefined;
  if (GIVES_VALUE.has(name)) return value.args[0];
  return KEEPS_VALUE.has(name) ? value : undefined;
}

/** Returns the lists of a map's content: `for k, v in d.items()`. */
function ofMap(value: External, element: Value, name: string): Value | undefined {
  if (name === "values" || name === "itervalues" || name === "values_mut")
    return { kind: "external", name: "Array", args: [element] };
  if (name === "keys") return { kind: "external", name: "Array", args: [value.args[0]] };
  if (name !== "items" && name !== "entries") return undefined;
  const pair: Value = { kind: "external", name: "tuple", args: [value.args[0], element] };
  return { kind: "external", name: "Array", args: [pair] };
}

/** Returns the type of the first parameter of a callback passed to `name`. */
export function callbackElement(value: External, name: string): Value | undefined {
  if (WRAPPERS.has(value.name) && elementOf(value) === undefined) {
    return TAKES_CONTENT.has(name) ? unwrapped(value) : undefined;
  }
  return TAKES_ELEMENT.has(name) ? elementOf(value) : undefined;
}
