/** Converts matches to what a file uses and exports: calls, imports, exports. */
import { argumentsOf } from "./argument-list.ts";
import { type CallKind, NAMED_TYPE } from "./facts.ts";
import type { ExportClause, ImportClause } from "./languages/language.ts";
import type { Item, Span } from "./parser/items.ts";
import {
  chainAt,
  type DefinitionDraft,
  innermost,
  lineAt,
  partOf,
  type Sweep,
  typeText,
  withoutAwait,
} from "./sweep.ts";
import { expectArguments, impliedChain, startOfType } from "./swift/implied.ts";
import { noteModule } from "./text/global-names.ts";
import { type ArgumentSpan, labelledArguments } from "./text/labelled-arguments.ts";
import { calleesIn } from "./token-calls.ts";

/** Notes a type that an expression names: `new(Store)`, `value.(Store)`. */
export function takeTyped(sweep: Sweep, item: Item): void {
  const type = typeText(sweep, item);
  if (type !== "")
    sweep.bindings.push({
      name: NAMED_TYPE,
      scope: innermost(sweep),
      parameter: -1,
      type,
      value: "",
    });
}

/** Adds the use of a field in `Store{path: "a"}`. */
export function takeKeyed(sweep: Sweep, item: Item): void {
  addCall(sweep, item, "read", "", `${partOf(sweep, item.name)}.${partOf(sweep, item)}`);
}

const LITERAL_ROOT = /^["[{#]/;
const LAST_NAME = /([\p{ID_Start}_$#][\p{ID_Continue}$]*)[^\p{ID_Continue}$]*$/u;

export function takeCall(sweep: Sweep, item: Item): void {
  addCall(sweep, item, item.role as CallKind);
}

/** Adds a call whose callee has no separate node: the callee ends with the name. */
export function takeInvocation(sweep: Sweep, item: Item): void {
  const end = item.name?.end ?? item.end;
  const { hasOverloads, hasLabels, dialect } = sweep.language;
  const list = hasOverloads === true ? sweep.text.slice(end, item.end).trimStart() : "";
  // Swift's grammar reads `list[0]` as a call.
  if (hasLabels === true && list.startsWith("[")) return;
  if (hasLabels !== true) {
    addCall(sweep, { start: item.start, end }, "call", argumentsOf(list, dialect));
    return;
  }
  const spans: ArgumentSpan[] = [];
  const args = labelledArguments(list, isBeforeLambda(sweep, item), dialect, spans);
  const before = sweep.calls.length;
  const written = sweep.implied.size > 0 ? impliedChain(sweep, item.start, end) : undefined;
  const start = startOfType(sweep.text, item.start);
  addCall(sweep, { start, end }, "call", args, written);
  if (sweep.language.name === "swift" && sweep.calls.length > before)
    expectArguments(sweep, before, item.end - list.length, spans);
}

/** Returns whether a lambda follows the brackets of a call. */
function isBeforeLambda({ text, language }: Sweep, { end }: Item): boolean {
  return language.name === "kotlin" && /^\s*(?:\w+@)?\{/.test(text.slice(end, end + 60));
}

/** Adds the calls among the tokens of a macro. */
export function takeTokens(sweep: Sweep, item: Item): void {
  for (const { start, end } of calleesIn(sweep.text.slice(item.start, item.end))) {
    addCall(sweep, { start: item.start + start, end: item.start + end }, "call");
  }
}

/** Adds a call; `written` is its callee if that is not what the span says. */
export function addCall(
  sweep: Sweep,
  whole: Span,
  kind: CallKind,
  args = "",
  written?: string,
): void {
  const span = withoutAwait(sweep, whole);
  const text = sweep.text.slice(span.start, span.end);
  const end = span.start + withoutTypeArguments(text).length;
  const tail = sweep.text.slice(Math.max(span.start, end - 200), end);
  const name = LAST_NAME.exec(tail);
  if (name === null) return;
  const isMember = /[.:>]\s*$/.test(tail.slice(0, name.index));
  // If the object is too complex to follow, only the name remains.
  // `Box[int](1)` in Python: the class is called.
  const called = text.endsWith("]") ? { start: span.start, end } : span;
  const callee = written ?? (chainAt(sweep, called) || (isMember ? `?.${name[1]}` : ""));
  if (callee === "" || callee === "import" || isOfLiteral(sweep, callee)) return;
  const at = end - tail.length + name.index;
  const line = lineAt(sweep, at + 1);
  const column = at - (sweep.lineStarts[line - 1] ?? 0);
  // In Kotlin and Swift an annotation is inside of the definition that it belongs to.
  if (sweep.text[span.start - 1] === "@" && sweep.language.hasLabels !== true)
    sweep.decoratorUses.push({ call: sweep.calls.length, offset: span.start });
  sweep.calls.push({ scope: innermost(sweep), kind, callee, args, line, column });
}

/** Returns whether a member of a literal is called, which belongs to the language unless the project can add members. */
function isOfLiteral({ language }: Sweep, callee: string): boolean {
  const isExtended = language.name === "csharp" || language.hasLabels === true;
  return LITERAL_ROOT.test(callee) && !(isExtended && callee.startsWith('"'));
}

/** Returns the name of `Name<A, B>` or `name::<A>` without type arguments, where the name's position is searched. */
function withoutTypeArguments(text: string): string {
  const generic = /^((?:\w+\.)*\p{Lu}\w*)\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]$/u.exec(text)?.[1];
  if (generic !== undefined) return generic;
  if (!text.endsWith(">")) return text;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ">") depth++;
    else if (text[at] === "<" && --depth === 0) return text.slice(0, at).replace(/::$/, "");
  }
  return text;
}

export function takeImport(sweep: Sweep, item: Item): void {
  const statement = sweep.text.slice(item.start, item.end);
  sweep.statements.push(item);
  if (/^(?:import|export)\b(?!\s*\()/.test(statement)) noteModule(sweep);
  const modules = sweep.open.filter((one) => sweep.definitions[one]?.kind === "module").length;
  addImports(sweep, item, sweep.language.readImports(statement, modules));
}

function addImports(sweep: Sweep, item: Item, clauses: readonly ImportClause[]): void {
  const scope = innermost(sweep);
  for (const { specifier, imported, local, isReexport = false } of clauses) {
    sweep.imports.push({ specifier, imported, local, isReexport, line: item.row + 1, scope });
  }
}

const HEAD_CHARS = 60;

export function takeExport(sweep: Sweep, item: Item): void {
  const { readExport } = sweep.language;
  if (readExport === undefined) return;
  noteModule(sweep);
  const whole = sweep.text.slice(item.start, item.end);
  // A declaration may be a whole class, whose first words are sufficient.
  const isList = /^export\s+(?:type\s+)?[{*]/.test(whole);
  if (isList) sweep.statements.push(item);
  const clause = readExport(
    isList || whole.length <= HEAD_CHARS ? whole : whole.slice(0, HEAD_CHARS),
  );
  addImports(sweep, item, clause.imports);
  const around = sweep.definitions[innermost(sweep)];
  if (around?.kind === "module") takeModuleExport(around, clause);
  else sweep.exportNames.push(...clause.names);
  sweep.exported = { start: item.start, end: item.end, ...clause };
}

/** `declare module "name" { export = local }`: the module's value is what it exports as a whole. */
function takeModuleExport(around: DefinitionDraft, { names }: ExportClause): void {
  const whole = names.find(({ exported }) => exported === "default");
  if (whole !== undefined) around.value = whole.local;
}
