/** Classes and methods of PHP that are named without being called: `Page::class`, `[Page::class, 'show']`, `'Page@show'`. */
import type { CallKind } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import { lineAt, partOf, type Sweep } from "../sweep.ts";
import { addCall } from "../take-uses.ts";
import { Scopes } from "../text/take-reads.ts";

const CLASS_CONSTANT = /\s*::\s*class$/i;
const OBJECT_ITSELF = /^(?:self|static)\b/i;

/** Adds the use of a class or of a constant: `Page::class` or `Page::LIMIT`. */
export function takeClassConstant(sweep: Sweep, item: Item): void {
  const text = partOf(sweep, item);
  const name = text.replace(CLASS_CONSTANT, "");
  if (name !== text && OBJECT_ITSELF.test(name)) return;
  addCall(sweep, { start: item.start, end: item.start + name.length }, "read");
}

/** Adds the use of the method in `[Page::class, 'show']` and `[$this, 'show']`. */
export function takeCallable(sweep: Sweep, item: Item): void {
  const holder = partOf(sweep, item.value);
  const root = holder.replace(CLASS_CONSTANT, "");
  if (item.name === undefined || (root === holder && root !== "$this")) return;
  const method = partOf(sweep, item.name);
  if (!/^\w+$/.test(method)) return;
  const written = sweep.language.dialect.plain?.(`${root}::${method}`) ?? "";
  addCall(sweep, item.name, "reference", "", written);
}

/** Comments, and strings that name a class, possibly with a method. */
const NAMES =
  /(?:\/\/|#(?!\[))[^\n]*|\/\*[\s\S]*?\*\/|(['"])\\{0,2}((?:[A-Za-z_]\w*\\{1,2})*[A-Z]\w*)(?:@(\w+))?\1/g;

/**
 * Returns the uses in strings. A class needs its namespace to be known; of `'Page@show'` only the method's name is known to be
 * called.
 */
export function namesInStrings(sweep: Sweep): Sweep["calls"] {
  const { text, language } = sweep;
  if (language.name !== "php") return [];
  const scopes = new Scopes(sweep);
  const found: Sweep["calls"] = [];
  for (const { 0: whole, 2: path, 3: method, index } of text.matchAll(NAMES)) {
    const uses = path === undefined ? [] : usesOf(path, method);
    if (uses.length === 0) continue;
    const line = lineAt(sweep, index + 1);
    const column = index + whole.length - 1 - (sweep.lineStarts[line - 1] ?? 0);
    for (const { kind, callee, before } of uses)
      found.push({
        scope: scopes.at(index),
        kind,
        callee,
        args: "",
        line,
        column: column - before,
      });
  }
  return found;
}

interface NamedUse {
  readonly kind: CallKind;
  readonly callee: string;
  /** How far the name is from the end of the string. */
  readonly before: number;
}

function usesOf(path: string, method: string | undefined): NamedUse[] {
  const isFull = path.includes("\\");
  const full = `$.${path.replace(/\\+/g, ".")}`;
  const name = path.length - path.lastIndexOf("\\") - 1;
  if (method === undefined) return isFull ? [{ kind: "read", callee: full, before: name }] : [];
  const before = method.length;
  if (!isFull) return [{ kind: "call", callee: `?.${method}`, before }];
  return [
    { kind: "read", callee: full, before: name + before + 1 },
    { kind: "reference", callee: `${full}.${method}`, before },
  ];
}
