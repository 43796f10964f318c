/** Built-in types of the languages: which of them contain project types, and the results of their members. */

import { nativeMember } from "../cpp/native-types.ts";
import type { Value } from "../value.ts";
import {
  CSHARP_GIVES_ELEMENT,
  CSHARP_GIVES_SAME,
  CSHARP_GIVES_VALUE,
  CSHARP_KEEPS_VALUE,
  CSHARP_LISTS,
  CSHARP_MAPS,
  CSHARP_TAKES_ELEMENT,
  CSHARP_WRAPPERS,
} from "./csharp-types.ts";
import {
  KOTLIN_GIVES_ELEMENT,
  KOTLIN_GIVES_SAME,
  KOTLIN_GIVES_TEXT,
  KOTLIN_GIVES_VALUE,
  KOTLIN_KEEPS_VALUE,
  KOTLIN_LISTS,
  KOTLIN_MAPS,
  KOTLIN_TAKES_ELEMENT,
  KOTLIN_WRAPPERS,
} from "./kotlin-types.ts";
import {
  SWIFT_GIVES_ELEMENT,
  SWIFT_GIVES_SAME,
  SWIFT_GIVES_VALUE,
  SWIFT_KEEPS_VALUE,
  SWIFT_LISTS,
  SWIFT_MAPS,
  SWIFT_TAKES_ELEMENT,
  SWIFT_WRAPPERS,
} from "./swift-types.ts";

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
  "Generator",
  "ContextManager",
  "AbstractContextManager",
  "AsyncContextManager",
  "AbstractAsyncContextManager",
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

/** By language: names that only its types have. */
type LibraryTypes = Readonly<Record<"csharp" | "kotlin" | "swift", ReadonlySet<string>>>;

const OWN_LISTS: LibraryTypes = { csharp: CSHARP_LISTS, kotlin: KOTLIN_LISTS, swift: SWIFT_LISTS };
const OWN_MAPS: LibraryTypes = { csharp: CSHARP_MAPS, kotlin: KOTLIN_MAPS, swift: SWIFT_MAPS };
const OWN_WRAPPERS: LibraryTypes = {
  csharp: CSHARP_WRAPPERS,
  kotlin: KOTLIN_WRAPPERS,
  swift: SWIFT_WRAPPERS,
};
const OWN_GIVES_ELEMENT: LibraryTypes = {
  csharp: CSHARP_GIVES_ELEMENT,
  kotlin: KOTLIN_GIVES_ELEMENT,
  swift: SWIFT_GIVES_ELEMENT,
};
const OWN_GIVES_SAME: LibraryTypes = {
  csharp: CSHARP_GIVES_SAME,
  kotlin: KOTLIN_GIVES_SAME,
  swift: SWIFT_GIVES_SAME,
};
const OWN_GIVES_VALUE: LibraryTypes = {
  csharp: CSHARP_GIVES_VALUE,
  kotlin: KOTLIN_GIVES_VALUE,
  swift: SWIFT_GIVES_VALUE,
};
const OWN_KEEPS_VALUE: LibraryTypes = {
  csharp: CSHARP_KEEPS_VALUE,
  kotlin: KOTLIN_KEEPS_VALUE,
  swift: SWIFT_KEEPS_VALUE,
};
const OWN_TAKES_ELEMENT: LibraryTypes = {
  csharp: CSHARP_TAKES_ELEMENT,
  kotlin: KOTLIN_TAKES_ELEMENT,
  swift: SWIFT_TAKES_ELEMENT,
};

/** Returns whether a set, or for a type of a language with its own set also that one, has a name. */
function isIn(
  general: ReadonlySet<string>,
  own: LibraryTypes,
  { language }: External,
  name: string,
): boolean {
  const isOwn = language !== undefined && language !== "cpp" && own[language].has(name);
  return general.has(name) || isOwn;
}

const isList = (value: External) => isIn(LISTS, OWN_LISTS, value, value.name);
const isMap = (value: External) => isIn(MAPS, OWN_MAPS, value, value.name);
const isWrapper = (value: External) => isIn(WRAPPERS, OWN_WRAPPERS, value, value.name);

/** Returns whether the name is of a type whose content is known, which an interface of the project only adds to. */
export function isKnownType(name: string): boolean {
  return [TRANSPARENT, LISTS, MAPS, WRAPPERS, CELLS].some((names) => names.has(name));
}

/** Returns whether a type has elements, which are of known or unknown type. */
export function hasElements(value: External): boolean {
  return value.args.length > 0 && (TUPLES.has(value.name) || isList(value) || isMap(value));
}

/** Returns the element type of an iteration; for a map its values, as for `map[key]`. */
export function elementOf(value: External, index = 0): Value | undefined {
  if (TUPLES.has(value.name)) return value.args[index] ?? value.args[0];
  if (isList(value)) return value.args[0];
  return isMap(value) ? value.args[1] : undefined;
}

/** Returns the result of awaiting or `?`: the last argument of a coroutine, the first of other types. */
export function unwrapped(value: External): Value | undefined {
  if (!isWrapper(value)) return value;
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
]);

/** Returns a member of a built-in type as the result of calling it, because such members are always called. */
export function externalMember(value: External, name: string): Value | undefined {
  // Everything of an external package is external.
  if (value.name.startsWith("@")) return { ...value, name: `@${name}` };
  if (value.language === "cpp") return nativeMember(value, name);
  if (value.language === "kotlin" && value.name === "String") return textOfKotlin(value, name);
  const element = elementOf(value);
  if (element !== undefined) {
    if (isIn(GIVES_ELEMENT, OWN_GIVES_ELEMENT, value, name)) return element;
    if (isIn(GIVES_SAME, OWN_GIVES_SAME, value, name)) return value;
    return isMap(value) ? ofMap(value, element, name) : ofList(value, element, name);
  }
  if (CELLS.has(value.name) && GIVES_CONTENT.has(name)) {
    const [content] = value.args;
    return { kind: "external", name: "Option", args: [content] };
  }
  return isWrapper(value) ? ofWrapper(value, name) : undefined;
}

function ofWrapper(value: External, name: string): Value | undefined {
  if (isIn(GIVES_VALUE, OWN_GIVES_VALUE, value, name)) return value.args[0];
  return isIn(KEEPS_VALUE, OWN_KEEPS_VALUE, value, name) ? value : undefined;
}

function textOfKotlin(value: External, name: string): Value | undefined {
  return KOTLIN_GIVES_TEXT.has(name) ? value : undefined;
}

/** Returns the lists of a map's content: `for k, v in d.items()`. */
function ofMap(value: External, element: Value, name: string): Value | undefined {
  if (name === "values" || name === "itervalues" || name === "values_mut")
    return { ...value, name: "Array", args: [element] };
  if (name === "keys") return { ...value, name: "Array", args: [value.args[0]] };
  if (name !== "items" && name !== "entries") return undefined;
  return listOfPairs(value, value.args[0], element);
}

/** `enumerate(list)` of Python is read as a member of the list. */
function ofList(value: External, element: Value, name: string): Value | undefined {
  return name === "enumerate" ? listOfPairs(value, undefined, element) : undefined;
}

function listOfPairs(value: External, first: Value | undefined, second: Value): Value {
  const pair: Value = { ...value, name: "tuple", args: [first, second] };
  return { ...value, name: "Array", args: [pair] };
}

/** Returns the type of the first parameter of a callback passed to `name`. */
export function callbackElement(value: External, name: string): Value | undefined {
  if (isWrapper(value) && elementOf(value) === undefined) {
    return TAKES_CONTENT.has(name) ? unwrapped(value) : undefined;
  }
  return isIn(TAKES_ELEMENT, OWN_TAKES_ELEMENT, value, name) ? elementOf(value) : undefined;
}
