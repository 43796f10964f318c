/** Types of C++'s standard library, and those like them: which contain types of the project, and the results of their members. */
import { words } from "../types/library-types.ts";
import type { Value } from "../value.ts";

type External = Extract<Value, { readonly kind: "external" }>;

const LISTS = words(
  `vector array deque list forward_list set multiset unordered_set unordered_multiset queue stack priority_queue span
  initializer_list valarray SmallVector ArrayRef InlinedVector flat_hash_set small_vector circular_buffer`,
);
const MAPS = words(
  "map multimap unordered_map unordered_multimap flat_hash_map node_hash_map btree_map flat_map",
);
/** Types that stand for the value they point to. */
const POINTERS = words(
  `unique_ptr shared_ptr weak_ptr auto_ptr optional iterator reference_wrapper intrusive_ptr scoped_refptr scoped_ptr not_null
  atomic`,
);
const GIVES_POSITION = words(
  "begin end cbegin cend rbegin rend find lower_bound upper_bound emplace erase",
);
const GIVES_ELEMENT = words("front back top at data");
const GIVES_CONTENT = words("get release value value_or load operator*");

export function nativeElement(value: External, index: number): Value | undefined {
  if (LISTS.has(value.name)) return value.args[0];
  if (MAPS.has(value.name)) return value.args[1];
  if (value.name === "pair" || value.name === "tuple") return value.args[index];
  return POINTERS.has(value.name) ? value.args[0] : undefined;
}

/** Returns what `*value` and `value->` mean. A pointer of the language is no type of its own here. */
export function nativeUnwrapped(value: External): Value | undefined {
  return POINTERS.has(value.name) ? value.args[0] : value;
}

/** Returns a member as the result of calling it. */
export function nativeMember(value: External, name: string): Value | undefined {
  if (MAPS.has(value.name) || LISTS.has(value.name)) return ofContainer(value, name);
  if (value.name === "pair") return value.args[name === "first" ? 0 : name === "second" ? 1 : -1];
  if (!POINTERS.has(value.name)) return undefined;
  if (value.name === "weak_ptr" && name === "lock") return { ...value, name: "shared_ptr" };
  return GIVES_CONTENT.has(name) ? value.args[0] : undefined;
}

function ofContainer(value: External, name: string): Value | undefined {
  if (GIVES_ELEMENT.has(name)) return nativeElement(value, 0);
  if (!GIVES_POSITION.has(name)) return undefined;
  const pair: Value = { ...value, name: "pair" };
  return { ...value, name: "iterator", args: [MAPS.has(value.name) ? pair : value.args[0]] };
}
