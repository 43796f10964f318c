/** Converts Swift's own matches: extensions, parameters with labels, and closures. */
import type { Item } from "../parser/items.ts";
import { define, innermost, lineAt, partOf, type Sweep, typeText } from "../sweep.ts";
import { takeDefinition, takeLambda } from "../take-definitions.ts";
import { TextScanner } from "../text-scanner.ts";
import { expect, rootOfType } from "./implied.ts";

type ItemHandler = (sweep: Sweep, item: Item) => void;

export const SWIFT_TAKERS: readonly (readonly [string, ItemHandler])[] = [
  ["extension", takeExtension],
  ["swiftfunction", takeFunction],
  ["swiftparameter", takeParameterWithLabel],
  ["swiftlambda", takeClosure],
  ["swiftinput", takeClosureInput],
];

/** Starts the label of a parameter in its value, where it differs from the name. */
export const LABEL = "?";

/** Opens the members of a type that is declared elsewhere, named after the type. */
function takeExtension(sweep: Sweep, item: Item): void {
  const name = partOf(sweep, item.name).replace(/<[\s\S]*$|\s+/g, "");
  if (name === "") return;
  sweep.open.push(define(sweep, { ...item, type: undefined }, { name, kind: "impl", head: "" }));
}

/** The name of a function, behind its modifiers. */
const NAME = /\b(?:func\s+`?([\p{ID_Start}_]\p{ID_Continue}*)`?|(init)\s*[?!]?\s*[<(])/u;
const MAX_HEAD = 1000;
const MAX_RESULT = 300;

/** Opens a function, whose name and result are read from the text. Operators have no name that could be called. */
function takeFunction(sweep: Sweep, item: Item): void {
  const head = sweep.text.slice(item.start, Math.min(item.end, item.start + MAX_HEAD));
  const match = NAME.exec(head);
  const written = match?.[1] ?? match?.[2];
  if (match === null || written === undefined) {
    takeLambda(sweep, item);
    return;
  }
  const start = item.start + match.index + match[0].indexOf(written);
  const row = lineAt(sweep, start + 1) - 1;
  const column = start - (sweep.lineStarts[row] ?? 0);
  const name = { start, end: start + written.length, row, column };
  const type = resultIn(sweep, name.end, item.end);
  const isInEnum = sweep.definitions[innermost(sweep)]?.kind === "enum";
  takeDefinition(sweep, { ...item, name, type }, isInEnum ? "method" : "function");
}

class ResultReader extends TextScanner {
  /** Returns the offset behind the parameters; -1 without them. */
  end(): number {
    this.at = Math.max(0, this.text.indexOf("("));
    return this.skipGroup() ? this.at : -1;
  }
}

/** Returns the span of a function's result type. */
function resultIn({ text, language }: Sweep, from: number, to: number): Item["type"] {
  const end = new ResultReader(text.slice(from, to), language.dialect).end();
  if (end < 0) return undefined;
  const behind = text.slice(from + end, Math.min(to, from + end + MAX_RESULT));
  const match = /^[\s\w]*->\s*([^{]+?)\s*(?:\bwhere\b|\{|$)/.exec(behind);
  if (match?.[1] === undefined) return undefined;
  const start = from + end + match[0].indexOf(match[1]);
  return { start, end: start + match[1].length };
}

function takeParameterWithLabel(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const position = sweep.parameters.get(scope) ?? 0;
  sweep.parameters.set(scope, position + 1);
  const name = partOf(sweep, item.name);
  const label =
    /^\s*([\p{ID_Continue}`]+)\s+[\p{ID_Continue}`]+\s*:/u.exec(partOf(sweep, item))?.[1] ??
    (name === "_" ? "_" : undefined);
  const behind = sweep.text.slice(item.end, item.end + 100);
  const isOpen = /^\s*\.\.\./.test(behind) || partOf(sweep, item).endsWith("...");
  const equals = /^\s*(?:\.\.\.)?\s*=(?!=)/.exec(behind);
  const hasDefault = equals !== null;
  const written = typeText(sweep, item.type);
  // The argument is a value, which becomes a closure.
  const isValue = partOf(sweep, item).includes("@autoclosure");
  const type = isValue ? written.replace(/^\(\) => /, "") : written;
  sweep.bindings.push({
    name: name.replaceAll("`", ""),
    scope,
    parameter: position,
    type: isOpen ? `${type}...` : type,
    value: `${hasDefault ? "#" : ""}${label === undefined ? "" : LABEL + label}`,
  });
  const start = item.end + (equals?.[0].length ?? 0);
  if (hasDefault) expect(sweep, start, start + MAX_DEFAULT, rootOfType(type), scope);
}

/** Characters of a default value. */
const MAX_DEFAULT = 300;

const SHORT_NAMES = ["$0", "$1", "$2", "$3"];

/** Opens a closure. Its parameters without names are bound where the closure uses them. */
function takeClosure(sweep: Sweep, item: Item): void {
  const before = sweep.definitions.length;
  takeLambda(sweep, item);
  if (sweep.definitions.length === before) return;
  sweep.closures.add(before);
  const text = partOf(sweep, item);
  const value = sweep.implied.get(item.start) ?? "";
  for (const [parameter, name] of SHORT_NAMES.entries())
    if (text.includes(name))
      sweep.bindings.push({ name, scope: before, parameter, type: "", value });
}

function takeClosureInput(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const parameter = sweep.parameters.get(scope) ?? 0;
  sweep.parameters.set(scope, parameter + 1);
  const [, name = "", written = ""] =
    /^([\p{ID_Start}_$]\p{ID_Continue}*)\s*(?::\s*([\s\S]+))?$/u.exec(partOf(sweep, item)) ?? [];
  if (name === "") return;
  const type = sweep.language.dialect.plainType?.(written) ?? written;
  const value = sweep.implied.get(sweep.spans[scope]?.start ?? -1) ?? "";
  sweep.bindings.push({ name, scope, parameter, type, value });
}
