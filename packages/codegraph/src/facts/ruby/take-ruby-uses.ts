/** Converts matches in Ruby to uses: calls with a receiver, names that may be calls, constants. */
import { type CallKind, EXAMPLES } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import { define, innermost, lineAt, partOf, type Sweep } from "../sweep.ts";
import { stepOfEach } from "../text/alternatives.ts";
import { rubyChain } from "./ruby-chain.ts";
import { stateOf } from "./state.ts";
import { classAround, MIXES } from "./take-ruby-definitions.ts";
import { isLocal } from "./take-variables.ts";

const MAX_ARGUMENT_CHARS = 2000;

/** Returns the text after the name of a called method. */
export function argumentsAfter(sweep: Sweep, { name, end }: Item): string {
  const start = name?.end ?? end;
  return sweep.text
    .slice(start, Math.min(end, start + MAX_ARGUMENT_CHARS))
    .replace(/^\s*\(?\s*/, "");
}

/** Adds a use at an offset, where its name is written. */
export function addUse(sweep: Sweep, kind: CallKind, callee: string, offset: number): void {
  const line = lineAt(sweep, offset + 1);
  const column = offset - (sweep.lineStarts[line - 1] ?? 0);
  sweep.calls.push({ scope: innermost(sweep), kind, callee, args: "", line, column });
}

const SENDS = new Set(["send", "public_send", "__send__"]);
const FIRST_SYMBOL = /^:([\p{ID_Start}_][\p{ID_Continue}]*[?!=]?)/u;

export function takeMemberCall(sweep: Sweep, item: Item): void {
  const { name } = item;
  if (name === undefined) return;
  const { taken, setterEnds } = stateOf(sweep);
  taken.add(name.start);
  const written = partOf(sweep, name);
  const receiver = rubyChain(partOf(sweep, item.value));
  const sent =
    SENDS.has(written) || written === "method"
      ? FIRST_SYMBOL.exec(argumentsAfter(sweep, item))?.[1]
      : undefined;
  const called = sent ?? (setterEnds.has(name.end) ? `${written}=` : written);
  const callee = receiver === "" ? `?.${called}` : stepOfEach(receiver, `.${called}`);
  noteCallee(sweep, item, callee);
  takeHook(sweep, item, written);
  if (written === "include" && CONFIG.test(partOf(sweep, item.value))) takeConfigured(sweep, item);
  takeDescribed(sweep, item, written);
  if (written === "configure") stateOf(sweep).blocks.set(item.end, { kind: "configures" });
  if (written === "require" || written === "autoload") takeRequire(sweep, item);
  addUse(
    sweep,
    written === "method" && sent !== undefined ? "reference" : "call",
    callee,
    name.start,
  );
}

/** Remembers the call that a block belongs to. The call nearest to the block comes last. */
export function noteCallee(sweep: Sweep, { end }: Item, callee: string): void {
  const isBlock = sweep.text[end - 1] === "}" || sweep.text.startsWith("end", end - 3);
  if (isBlock && !callee.startsWith("?") && callee.length < MAX_CALLEE_CHARS)
    stateOf(sweep).callees.set(end, callee);
}

const MAX_CALLEE_CHARS = 200;
const CONFIG = /^(?:c|config|rspec)$/;

/** Takes `config.include Helpers`: the class of RSpec's examples includes the module. */
export function takeConfigured(sweep: Sweep, item: Item): void {
  const chains = constantsIn(argumentsAfter(sweep, item).replace(/,\s*\w+:[\s\S]*$/, ""));
  if (chains.length === 0) return;
  let container = -1;
  for (const name of EXAMPLES) {
    const kind = name === "ExampleGroup" ? "class" : "module";
    container = define(sweep, { ...item, value: undefined }, { name, kind, head: "" }, container);
  }
  sweep.definitions[container]?.bases.push(...chains.map((chain) => MIXES.include + chain));
}

/** Takes `base.extend(ClassMethods)` in `self.included(base)`: what a class that includes the module gets. */
function takeHook(sweep: Sweep, item: Item, written: string): void {
  const own = sweep.definitions[innermost(sweep)];
  if (own?.kind !== "method" || !own.isStatic || !HOOKS.has(own.name)) return;
  const args = argumentsAfter(sweep, item).replace(/^:(extend|include)\s*,\s*/, "$1 ");
  const word = SENDS.has(written) ? /^(extend|include) /.exec(args)?.[1] : written;
  if (word !== "extend" && word !== "include") return;
  const around = sweep.definitions[classAround(sweep)];
  for (const chain of constantsIn(args.replace(/^(?:extend|include) /, ""))) {
    around?.bases.push(word === "extend" ? MIXES.hook + chain : MIXES.include + chain);
  }
}

const HOOKS = new Set(["included", "extended", "prepended", "inherited"]);

/** Returns the constants in a list of arguments as chains, up to the first other argument. */
export function constantsIn(list: string): string[] {
  const found: string[] = [];
  for (const part of list.split(",")) {
    const name = /^\s*((?:::)?\p{Lu}\w*(?:::\p{Lu}\w*)*)\s*\)?\s*(?:$|\n|if\b|unless\b|;)/u.exec(
      part,
    )?.[1];
    if (name === undefined) break;
    found.push(name.replace(/^::/, "$.").replaceAll("::", "."));
  }
  return found;
}

const DESCRIBES = new Set(["describe", "context", "feature", "xdescribe", "fdescribe"]);

/** Takes `describe Store do`: its block knows the class. */
export function takeDescribed(sweep: Sweep, item: Item, written: string): void {
  if (!DESCRIBES.has(written)) return;
  const name = /^((?:::)?\p{Lu}\w*(?:::\p{Lu}\w*)*)\s*[,\n)]|^((?:::)?\p{Lu}[\w:]*)\s+do\b/u.exec(
    argumentsAfter(sweep, item),
  );
  const chain = rubyChain(name?.[1] ?? name?.[2] ?? "");
  if (chain !== "") stateOf(sweep).blocks.set(item.end, { kind: "described", chain });
}

export function takeRequire(sweep: Sweep, item: Item): void {
  sweep.statements.push(item);
  const statement = sweep.text.slice(
    item.start,
    Math.min(item.end, item.start + MAX_ARGUMENT_CHARS),
  );
  for (const { specifier, imported, local } of sweep.language.readImports(statement, 0)) {
    sweep.imports.push({
      specifier,
      imported,
      local,
      isReexport: false,
      line: item.row + 1,
      scope: -1,
    });
  }
}

/** Takes `map(&:name)`: a call on each element, which is not known. */
export function takeSymbol(sweep: Sweep, item: Item): void {
  const name = FIRST_SYMBOL.exec(partOf(sweep, item))?.[1];
  if (name !== undefined) addUse(sweep, "call", `?.${name}`, item.start + 1);
}

export function takeSuper(sweep: Sweep, item: Item): void {
  if (stateOf(sweep).supers.has(item.start)) return;
  addUse(sweep, "call", "super", item.start);
}

export function takeConstant(sweep: Sweep, item: Item): void {
  const state = stateOf(sweep);
  if (item.start < state.constantEnd) return;
  state.constantEnd = item.end;
  const text = partOf(sweep, item);
  const chain = rubyChain(text);
  if (!/^[\p{Lu}$]/u.test(chain)) return;
  addUse(sweep, "read", chain, item.end - text.length + Math.max(0, text.lastIndexOf(":") + 1));
}

/** Words that the grammar reads as names and that call no method of the project. */
const WORDS = new Set(
  "private public protected module_function raise block_given? binding attr_reader attr_writer attr_accessor".split(
    " ",
  ),
);

/** Takes a name alone: a call without arguments, unless it is a variable. */
export function takeName(sweep: Sweep, item: Item): void {
  if (stateOf(sweep).taken.has(item.start)) return;
  const name = partOf(sweep, item);
  if (WORDS.has(name) || isLocal(sweep, name)) {
    if (name === "module_function") extendSelf(sweep);
    return;
  }
  addUse(sweep, "call", name, item.start);
}

/** The methods of a module are methods of the module itself too. */
export function extendSelf(sweep: Sweep): void {
  const own = sweep.definitions[innermost(sweep)];
  if (own?.kind === "module" && !own.bases.includes(`${MIXES.extend}this`))
    own.bases.push(`${MIXES.extend}this`);
}
