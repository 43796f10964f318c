/** The types of the languages themselves: which of them hold something of ours, and what their members give. */
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
]);

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
]);

/** What iterating gives; of a map its values, which is what `map[key]` gives too. */
export function elementOf(value: External): Value | undefined {
  if (LISTS.has(value.name)) return value.args[0];
  return MAPS.has(value.name) ? value.args[1] : undefined;
}

/** What awaiting or `?` gives: the last argument of a coroutine, the first of the others. */
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
]);
/** Methods whose callback gets the elements one by one. */
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
  "then",
]);

/** A member of a known type is what calling it gives: nobody looks at such members without calling them. */
export function externalMember(value: External, name: string): Value | undefined {
  // Of a package that is not ours everything is not ours.
  if (value.name.startsWith("@")) return { ...value, name: `@${name}` };
  const element = elementOf(value);
  if (element !== undefined) {
    if (GIVES_ELEMENT.has(name)) return element;
    if (GIVES_SAME.has(name)) return value;
    if (name === "values" && MAPS.has(value.name))
      return { kind: "external", name: "Array", args: [element] };
    return undefined;
  }
  return WRAPPERS.has(value.name) && GIVES_VALUE.has(name) ? value.args[0] : undefined;
}

/** What the first parameter of a callback given to `name` is. */
export function callbackElement(value: External, name: string): Value | undefined {
  if (!TAKES_ELEMENT.has(name)) return undefined;
  return name === "then" ? unwrapped(value) : elementOf(value);
}
