/**
 * Extracts the facts of one file's text. One query walks the tree; a sweep over the matches in text order determines nesting
 * with a stack of open scopes.
 */
import type { Tree } from "web-tree-sitter";
import { CODEGRAPH } from "../tuning.ts";
import { CPP_TAKERS } from "./cpp/takers.ts";
import { takeAttribute } from "./csharp/attributes.ts";
import type { FileFacts, SymbolKind } from "./facts.ts";
import { fingerprintsOf, surfaceHashOf } from "./fingerprint.ts";
import { contextOf, KOTLIN_TAKERS } from "./kotlin/take-kotlin.ts";
import type { Language } from "./languages/language.ts";
import { itemsOf } from "./parser/captures.ts";
import type { Item } from "./parser/items.ts";
import type { LoadedLanguage } from "./parser/parser.ts";
import { namesInStrings, takeCallable, takeClassConstant } from "./php/named-classes.ts";
import { takeRuby } from "./ruby/take-ruby.ts";
import { chainAt, newSweep, partOf, type Sweep, withoutAwait } from "./sweep.ts";
import { filterUses } from "./swift/implied.ts";
import { IMPLIED_TAKERS, takeStatedType } from "./swift/take-implied.ts";
import { SWIFT_TAKERS } from "./swift/take-swift.ts";
import {
  bind,
  takeList,
  takeNarrowed,
  takeParameter,
  takePattern,
  takeRange,
  takeReassigned,
  takeVariant,
} from "./take-bindings.ts";
import {
  addMember,
  takeAssigned,
  takeBase,
  takeBound,
  takeDefinition,
  takeGenerated,
  takeLambda,
  takeMember,
  takeReceiver,
  takeReturn,
  takeTypeParameters,
  takeYielded,
} from "./take-definitions.ts";
import {
  takeCall,
  takeExport,
  takeImport,
  takeInvocation,
  takeKeyed,
  takeTokens,
  takeTyped,
} from "./take-uses.ts";
import { stepOfEach } from "./text/alternatives.ts";
import { fieldReadsIn } from "./text/field-reads.ts";
import { globalNamesIn } from "./text/global-names.ts";
import { hasTooMany, namespacesIn, takeNamespace } from "./text/take-namespaces.ts";
import { readsIn } from "./text/take-reads.ts";

/** Returns null if parsing took longer than `CODEGRAPH.parseTimeoutMs`, or the query exceeded its own limit. */
export function extractFacts(loaded: LoadedLanguage, text: string): FileFacts | null {
  const found = itemsIn(loaded, text);
  if (found === null) return null;
  const facts = factsOf(loaded.language, text, found.items);
  return found.hasError ? { ...facts, isPartial: true } : facts;
}

/**
 * Returns the items of a text; null as for `extractFacts`. `hasError`: part of the text is not valid code of the language.
 */
export function itemsIn(
  loaded: LoadedLanguage,
  text: string,
): { readonly items: readonly Item[]; readonly hasError: boolean } | null {
  const tree = parsed(loaded, text);
  if (tree === null) return null;
  try {
    const items = itemsOf(loaded, tree, text);
    return items && { items, hasError: tree.rootNode.hasError };
  } finally {
    tree.delete();
  }
}

/**
 * Parses a text. If the tree has errors and the language has a repair, the repaired text is used if it parses without errors.
 */
function parsed(loaded: LoadedLanguage, text: string): Tree | null {
  const timeoutMs = CODEGRAPH.parseTimeoutMs;
  const { prepare, repair, repairs } = loaded.language;
  const tree = loaded.parse(prepare === undefined ? text : prepare(text), timeoutMs);
  if (tree !== null && repairs !== undefined && tree.rootNode.hasError)
    return leastErrors(loaded, tree, text, repairs(text));
  if (tree === null || repair === undefined || !tree.rootNode.hasError) return tree;
  const repaired = repair(text);
  const again = repaired === text ? null : loaded.parse(repaired, timeoutMs);
  if (again === null || again.rootNode.hasError) {
    again?.delete();
    return tree;
  }
  tree.delete();
  return again;
}

/** Returns the tree with the least text in errors: this one or that of one of the texts. Deletes the others. */
function leastErrors(
  loaded: LoadedLanguage,
  tree: Tree,
  text: string,
  texts: readonly (() => string)[],
): Tree | null {
  let best = tree;
  let minErrors = errorChars(tree);
  const tried = new Set([loaded.language.prepare?.(text) ?? text]);
  for (const make of texts) {
    if (minErrors === 0) break;
    const repaired = make();
    if (tried.has(repaired)) continue;
    tried.add(repaired);
    const other = loaded.parse(repaired, CODEGRAPH.parseTimeoutMs);
    if (other === null) break;
    const errors = other.rootNode.hasError ? errorChars(other) : 0;
    const isBetter = errors < minErrors;
    (isBetter ? best : other).delete();
    if (isBetter) [best, minErrors] = [other, errors];
  }
  return best;
}

/** Returns the number of characters in errors; 1 for a tree in which only a sign is missing. */
function errorChars({ rootNode }: Tree): number {
  const errors = rootNode.descendantsOfType("ERROR");
  return errors.reduce((sum, node) => sum + (node?.endIndex ?? 0) - (node?.startIndex ?? 0), 1);
}

/** Builds facts from `items` as `itemsOf` returns them, whichever parser was used. */
export function factsOf(language: Language, text: string, items: readonly Item[]): FileFacts {
  const sweep = newSweep(language, text);
  for (const item of items) foresee(sweep, item);
  for (const item of items) {
    closeBefore(sweep, item.start);
    take(sweep, item);
  }
  finishDefinitions(sweep);
  const isKnown = knownNames(sweep);
  const { calls, bindings } = filterUses(
    { calls: withDecorated(sweep), bindings: sweep.bindings },
    ({ kind, callee }) => kind !== "reference" || isKnown(callee),
  );
  const facts = {
    language: language.name,
    namespace: namespacesIn(sweep),
    definitions: sweep.definitions,
    bindings,
    calls: [...calls, ...readsIn(sweep), ...fieldReadsIn(sweep), ...namesInStrings(sweep)],
    imports: sweep.imports,
    exportNames: [...sweep.exportNames, ...globalNamesIn(sweep)],
  };
  const whole = { ...facts, surfaceHash: surfaceHashOf(facts) };
  return sweep.isCut || hasTooMany(sweep) ? { ...whole, isPartial: true } : whole;
}

/** Records what must be known of a node before the sweep reaches it. */
function foresee(sweep: Sweep, item: Item): void {
  if (item.functionStart >= 0) sweep.namedFunctions.add(item.functionStart);
  if (item.role.startsWith("argument.")) {
    const callee = item.name === undefined ? "" : chainAt(sweep, withoutAwait(sweep, item.name));
    if (callee !== "") sweep.contexts.set(item.start, `${callee}#${item.role.slice(-1)}`);
  }
  if (item.role === "trailing") sweep.contexts.set(item.start, contextOf(sweep, item));
  if (item.role === "decorated" && item.value !== undefined) {
    const names = sweep.decorators.get(item.value.start) ?? [];
    sweep.decorators.set(item.value.start, [...names, partOf(sweep, item.name)]);
  }
}

function closeBefore(sweep: Sweep, start: number): void {
  for (let top = sweep.open.at(-1); top !== undefined; top = sweep.open.at(-1)) {
    if ((sweep.spans[top]?.end ?? 0) > start) return;
    sweep.open.pop();
  }
}

function take(sweep: Sweep, item: Item): void {
  const [role = "", kind = ""] = item.role.split(".");
  if (role === "definition") {
    takeDefinition(sweep, item, kind as SymbolKind | "extension");
    if (sweep.language.name === "swift") takeStatedType(sweep, item);
  } else TAKERS.get(role)?.(sweep, item);
}

type ItemHandler = (sweep: Sweep, item: Item) => void;

const TAKERS: ReadonlyMap<string, ItemHandler> = new Map<string, ItemHandler>([
  ["lambda", takeLambda],
  ["generated", takeGenerated],
  ["receiver", takeReceiver],
  ["parameter", takeParameter],
  ["field", (sweep, item) => addMember(sweep, item, partOf(sweep, item.name), "")],
  ["local", (sweep, item) => bind(sweep, item, chainAt(sweep, item.value))],
  ["unwrapped", (sweep, item) => bind(sweep, item, stepOfEach(chainAt(sweep, item.value), "~"))],
  ["element", (sweep, item) => bind(sweep, item, stepOfEach(chainAt(sweep, item.value), "[]"))],
  ["narrowed", takeNarrowed],
  ["variant", takeVariant],
  ["list", takeList],
  ["range", takeRange],
  ["destructured", takePattern],
  ["member", takeMember],
  ["assigned", takeAssigned],
  ["reassigned", takeReassigned],
  ["base", takeBase],
  ["typeparameters", takeTypeParameters],
  ["bound", takeBound],
  ["return", takeReturn],
  ["yielded", takeYielded],
  ["call", takeCall],
  ["macro", takeCall],
  ["tokens", takeTokens],
  ["new", takeCall],
  ["reference", takeCall],
  ["read", takeCall],
  ["classconstant", takeClassConstant],
  ["callable", takeCallable],
  ["attribute", takeAttribute],
  ["typed", takeTyped],
  ["keyed", takeKeyed],
  ["invocation", takeInvocation],
  ["import", takeImport],
  ["export", takeExport],
  ["global", ({ globalBlocks }, { start, end }) => globalBlocks.push({ start, end })],
  ["package", takeNamespace],
  ...CPP_TAKERS,
  ...KOTLIN_TAKERS,
  ["ruby", takeRuby],
  ...SWIFT_TAKERS,
  ...IMPLIED_TAKERS,
]);

/**
 * Returns a test for whether the callee of an argument can be a definition of the project. Most arguments are locals and
 * globals, which need no resolution.
 */
function knownNames(sweep: Sweep): (callee: string) => boolean {
  const names = new Set(["this", "Self", "super", "crate"]);
  for (const definition of sweep.definitions) names.add(definition.name);
  for (const item of sweep.imports) names.add(item.local);
  const isOpen = sweep.language.hasPackages === true || names.has("*");
  const bound = new Set(sweep.bindings.map((binding) => binding.name));
  return (callee) => {
    const root = /^[^.()[\]^~<>]*/.exec(callee)?.[0] ?? "";
    const isMember = root.length < callee.length;
    if (names.has(root)) return true;
    // In Go `h.serve` is a method of a local object.
    if (isOpen) return !bound.has(root) || (isMember && sweep.language.name === "go");
    return isMember && !root.startsWith("?");
  };
}

/** Moves each decorator's call to the definition it decorates, which follows it. */
function withDecorated({ calls, decoratorUses, definitions, spans }: Sweep): Sweep["calls"] {
  for (const { call, offset } of decoratorUses) {
    const own = calls[call];
    if (own === undefined) continue;
    const decorated = spans.findIndex(
      ({ start }, index) => start > offset && definitions[index]?.container === own.scope,
    );
    const kind = definitions[decorated]?.kind;
    if (kind !== undefined && kind !== "lambda") calls[call] = { ...own, scope: decorated };
  }
  return calls;
}

function finishDefinitions(sweep: Sweep): void {
  const hashes = fingerprintsOf(sweep.text, sweep.spans);
  const ordinals = new Map<string, number>();
  sweep.definitions.forEach((definition, index) => {
    if (definition.kind === "lambda") return;
    definition.bodyHash = hashes[index] ?? 0;
    const key = `${definition.container}/${definition.kind}/${definition.name}`;
    definition.ordinal = ordinals.get(key) ?? 0;
    ordinals.set(key, definition.ordinal + 1);
  });
}
