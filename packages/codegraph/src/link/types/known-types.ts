/** Built-in types of the languages: which of them contain project types, and the results of their members. */

import { nativeMember } from "../cpp/native-types.ts";
import type { Value } from "../value.ts";
import { CSHARP_TYPES } from "./csharp-types.ts";
import { KOTLIN_GIVES_TEXT, KOTLIN_TYPES } from "./kotlin-types.ts";
import { type LibraryTypes, words } from "./library-types.ts";
import { SWIFT_TYPES } from "./swift-types.ts";

type External = Extract<Value, { readonly kind: "external" }>;

/** Types that have the members of their argument. */
export const TRANSPARENT = words(
  `Partial Readonly Required NonNullable Awaited NoInfer DeepReadonly Pick Omit Exclude Extract Optional Annotated
   Final ClassVar Self Box Arc Rc Ref RefMut Cow Pin MutexGuard RwLockReadGuard RwLockWriteGuard`,
);

/** Types whose elements have a type per position. */
const TUPLES = new Set(["tuple", "Tuple"]);
/** Types that return their content through methods: `mutex.lock()`, `cell.borrow()`. */
const CELLS = words("Mutex RwLock RefCell OnceCell OnceLock LazyLock");
const GIVES_CONTENT = words("lock read write try_lock borrow borrow_mut get get_mut get_or_init");
/** Methods of single-value containers whose callback receives the value. */
const TAKES_CONTENT = words(
  `then map and_then is_some_and is_ok_and filter inspect map_or map_or_else thenApply thenAccept ifPresent if_some`,
);

/** Types and members of any language. */
const GENERAL: LibraryTypes = {
  lists: words(
    `Array ReadonlyArray Set ReadonlySet Iterable Iterator IterableIterator AsyncIterable AsyncIterableIterator
     Generator AsyncGenerator AsyncIterator List list set frozenset tuple Tuple Sequence Collection Deque deque Vec
     VecDeque HashSet BTreeSet ArrayList LinkedList Stream Queue`,
  ),
  maps: words(
    `Map ReadonlyMap WeakMap Record map dict Dict Mapping MutableMapping defaultdict OrderedDict HashMap BTreeMap
     ConcurrentHashMap LinkedHashMap`,
  ),
  wrappers: words(
    `Promise PromiseLike Awaitable Coroutine Option Result Future CompletableFuture Generator ContextManager
     AbstractContextManager AsyncContextManager AbstractAsyncContextManager`,
  ),
  givesElement: words(
    "find findLast pop shift at get first last next getOrDefault remove peek setdefault popleft",
  ),
  givesSame: words(
    `filter slice concat sort reverse toSorted splice copy iter iter_mut into_iter clone stream`,
  ),
  givesValue: words(
    `unwrap expect unwrap_or_default unwrap_or unwrap_or_else as_ref as_mut result`,
  ),
  keepsValue: words(
    `catch finally as_deref as_deref_mut ok or_else filter take cloned copied inspect`,
  ),
  takesElement: words(
    `map forEach filter find findLast findIndex some every flatMap sort toSorted for_each any all`,
  ),
};

/** Types and members that only this language has. */
const OWN: Readonly<Record<"csharp" | "kotlin" | "swift", LibraryTypes>> = {
  csharp: CSHARP_TYPES,
  kotlin: KOTLIN_TYPES,
  swift: SWIFT_TYPES,
};

/** Returns whether a set of all languages, or of the language of this type, has a name. */
function isIn(set: keyof LibraryTypes, { language }: External, name: string): boolean {
  if (GENERAL[set].has(name)) return true;
  return language !== undefined && language !== "cpp" && OWN[language][set].has(name);
}

const isList = (value: External) => isIn("lists", value, value.name);
const isMap = (value: External) => isIn("maps", value, value.name);
const isWrapper = (value: External) => isIn("wrappers", value, value.name);

/** Returns whether the name is of a type whose content is known, which an interface of the project only adds to. */
export function isKnownType(name: string): boolean {
  const { lists, maps, wrappers } = GENERAL;
  return [TRANSPARENT, lists, maps, wrappers, CELLS].some((names) => names.has(name));
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

/** Returns a member of a built-in type as the result of calling it, because such members are always called. */
export function externalMember(value: External, name: string): Value | undefined {
  // Everything of an external package is external.
  if (value.name.startsWith("@")) return { ...value, name: `@${name}` };
  if (value.language === "cpp") return nativeMember(value, name);
  if (value.language === "kotlin" && value.name === "String") return textOfKotlin(value, name);
  const element = elementOf(value);
  if (element !== undefined) {
    if (isIn("givesElement", value, name)) return element;
    if (isIn("givesSame", value, name)) return value;
    return isMap(value) ? ofMap(value, element, name) : ofList(value, element, name);
  }
  if (CELLS.has(value.name) && GIVES_CONTENT.has(name)) {
    const [content] = value.args;
    return { kind: "external", name: "Option", args: [content] };
  }
  return isWrapper(value) ? ofWrapper(value, name) : undefined;
}

function ofWrapper(value: External, name: string): Value | undefined {
  if (isIn("givesValue", value, name)) return value.args[0];
  return isIn("keepsValue", value, name) ? value : undefined;
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

/** Returns the type of the first parameter of a callback passed to "name". */
export function callbackElement(value: External, name: string): Value | undefined {
  if (isWrapper(value) && elementOf(value) === undefined) {
    return TAKES_CONTENT.has(name) ? unwrapped(value) : undefined;
  }
  return isIn("takesElement", value, name) ? elementOf(value) : undefined;
}
