/** Converts Swift's matches that state the type of an expression, and the values that belong to a case of an enum. */
import { splitValues } from "../comma-list.ts";
import { chainOf } from "../expression.ts";
import { boundOf } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import { chainAt, innermost, partOf, type Sweep, typeText } from "../sweep.ts";
import { TextScanner } from "../text-scanner.ts";
import { expect, readMember, rootLike, rootOfType } from "./implied.ts";

type ItemHandler = (sweep: Sweep, item: Item) => void;

export const IMPLIED_TAKERS: readonly (readonly [string, ItemHandler])[] = [
  ["swiftresult", takeResult],
  ["swiftassigned", takeAssigned],
  ["swiftswitch", takeSwitch],
  ["swiftpattern", takePattern],
  ["swiftcase", takeCondition],
  ["swiftequal", takeEqual],
];

/** Notes the declared type of a variable for its value, and reads the values that belong to a case of an enum. */
export function takeStatedType(sweep: Sweep, item: Item): void {
  const { type, value } = item;
  if (type !== undefined && value !== undefined)
    expect(sweep, value.start, value.end, rootOfType(typeText(sweep, type)), innermost(sweep));
  const own = sweep.definitions.length - 1;
  const around = sweep.definitions[sweep.definitions[own]?.container ?? -1];
  const isCase = item.name?.start === item.start && around?.kind === "enum";
  if (isCase && sweep.text[item.end] === "(") takeCaseValues(sweep, item.end, own);
}

class GroupReader extends TextScanner {
  /** Returns the text in the brackets at the start; "" if they do not close. */
  inside(): string {
    return this.skipGroup() ? this.text.slice(1, this.at - 1) : "";
  }
}

const MAX_CASE = 1000;
const CASE_VALUE =
  /^(?:([\p{ID_Start}_]\p{ID_Continue}*)(?:\s+([\p{ID_Start}_]\p{ID_Continue}*))?\s*:(?!:))?/u;

/** Binds the values of `case name(A, label: B)` as its parameters. */
function takeCaseValues(sweep: Sweep, start: number, scope: number): void {
  const { dialect } = sweep.language;
  const list = new GroupReader(sweep.text.slice(start, start + MAX_CASE), dialect).inside();
  for (const [parameter, part] of splitValues(list).entries()) {
    const text = part.trim();
    const [label = "", first, second] = CASE_VALUE.exec(text) ?? [];
    const [written = "", hasDefault] = text.slice(label.length).split(/\s=\s/);
    const type = dialect.plainType?.(written) ?? written;
    const name = second ?? first ?? `_${parameter}`;
    const mark = first === undefined ? "?_" : second === undefined ? "" : `?${first}`;
    if (text !== "")
      sweep.bindings.push({ name, scope, parameter, type, value: (hasDefault ? "#" : "") + mark });
  }
}

/** A returned value, or the only expression of a function, a computed property or a closure. */
function takeResult(sweep: Sweep, item: Item): void {
  const before = sweep.text.slice(Math.max(0, item.start - 12), item.start);
  if (/\bthrow\s+$/.test(before)) return;
  expect(sweep, item.start, item.end, resultRoot(sweep), innermost(sweep));
}

/** Returns the root for what the innermost function or closure returns. */
function resultRoot(sweep: Sweep): string {
  for (let at = innermost(sweep); at >= 0; ) {
    const own = sweep.definitions[at];
    const span = sweep.spans[at];
    if (own === undefined || span === undefined) return "";
    if (own.kind !== "lambda") return rootOfType(own.type);
    const isClosure = sweep.closures.has(at);
    const root = sweep.implied.get(span.start);
    if (isClosure) return root === undefined ? "" : `${root}()`;
    at = own.container;
  }
  return "";
}

/** Value of the binding for a type parameter that is one type: `extension Box where Item == Int`. */
export const EQUAL = "==";

function takeEqual(sweep: Sweep, { name, type }: Item): void {
  const scope = innermost(sweep);
  if (sweep.definitions[scope]?.kind !== "impl") return;
  const parameter = boundOf(partOf(sweep, name));
  const meant = typeText(sweep, type);
  sweep.bindings.push({ name: parameter, scope, parameter: -1, type: meant, value: EQUAL });
}

/** A value that is assigned to something, or compared with it. */
function takeAssigned(sweep: Sweep, { name, value }: Item): void {
  if (value !== undefined)
    expect(sweep, value.start, value.end, rootLike(chainAt(sweep, name)), innermost(sweep));
}

function takeSwitch(sweep: Sweep, item: Item): void {
  const { dialect } = sweep.language;
  const written = partOf(sweep, item.name);
  const inside = /^\(([\s\S]*)\)$/.exec(written)?.[1];
  const parts = inside === undefined ? [written] : splitValues(inside);
  sweep.switches.push({
    end: item.end,
    roots: parts.map((part) => rootLike(chainOf(part.trim(), dialect))),
  });
}

function takePattern(sweep: Sweep, item: Item): void {
  while ((sweep.switches.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= item.start)
    sweep.switches.pop();
  const roots = sweep.switches.at(-1)?.roots ?? [];
  readPattern(sweep, item.start, partOf(sweep, item), roots);
}

const LET = /^\s*(?:(?:let|var)\s+)?/;
const CASE = /^(?:\.|((?:\p{Lu}\p{ID_Continue}*\.)+))(\p{ID_Start}\p{ID_Continue}*)/u;

/** Reads `.name(…)`, `let .name(…)`, `Type.name`, or a tuple of such patterns with a root for each part. */
function readPattern(sweep: Sweep, start: number, text: string, roots: readonly string[]): void {
  const skipped = LET.exec(text)?.[0].length ?? 0;
  const rest = text.slice(skipped);
  if (roots.length > 1 && rest.startsWith("(")) {
    let at = start + skipped + 1;
    for (const [index, part] of splitValues(rest.slice(1, -1)).entries()) {
      readPattern(sweep, at, part, [roots[index] ?? ""]);
      at += part.length + 1;
    }
    return;
  }
  const match = CASE.exec(rest);
  const [root = ""] = roots.length === 1 ? roots : [];
  if (match === null || (match[1] === undefined && root === "")) return;
  const around = match[1] ?? `${root}.`;
  const dot = start + skipped + (match[1]?.length ?? 1) - 1;
  readMember(sweep, dot, around + (match[2] ?? ""), innermost(sweep));
}

const MAX_HEAD = 600;
const CONDITION =
  /\bcase\s+((?:(?:let|var)\s+)?[.\p{Lu}][\p{ID_Continue}.]*)(?:\([^{}=]{0,200}\))?\??\s*=\s*([^,{}\n]{1,200})/gu;

/** `if case .name(let x) = value`. */
function takeCondition(sweep: Sweep, item: Item): void {
  const head = sweep.text.slice(item.start, Math.min(item.end, item.start + MAX_HEAD));
  const end = head.search(/\{/);
  const written = end < 0 ? head : head.slice(0, end);
  if (!written.includes("case")) return;
  for (const match of written.matchAll(CONDITION)) {
    const [whole, pattern = "", value = ""] = match;
    const chain = chainOf(value.replace(/\s+else\s*$/, "").trim(), sweep.language.dialect);
    const at = item.start + match.index + whole.indexOf(pattern, "case".length);
    readPattern(sweep, at, pattern, [rootLike(chain)]);
  }
}
