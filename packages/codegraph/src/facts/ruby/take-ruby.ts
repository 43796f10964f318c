/** Converts matches in Ruby to facts: by role of the match (ruby-language.ts), what takes it. */

import { YIELDED } from "../facts.ts";
import { lambda } from "../facts-codec.ts";
import type { Item } from "../parser/items.ts";
import { type DefinitionDraft, innermost, lineAt, partOf, type Sweep } from "../sweep.ts";
import { either } from "../text/alternatives.ts";
import { rubyChain } from "./ruby-chain.ts";
import { addBinding, bindingAt, isBranching, spanKey, stateOf } from "./state.ts";
import { takeBareCall } from "./take-macros.ts";
import {
  takeAlias,
  takeClass,
  takeMethod,
  takeModule,
  takeSingleton,
  takeStatic,
} from "./take-ruby-definitions.ts";
import { takeConstant, takeMemberCall, takeName, takeSuper, takeSymbol } from "./take-ruby-uses.ts";
import {
  assign,
  takeAssignment,
  takeChanged,
  takeParameter,
  takePattern,
  takeRescue,
} from "./take-variables.ts";

type ItemHandler = (sweep: Sweep, item: Item) => void;

const BY_ROLE: ReadonlyMap<string, ItemHandler> = new Map<string, ItemHandler>([
  ["ruby.last", takeLast],
  ["ruby.inner", takeInner],
  ["ruby.yield", takeYielded],
  ["ruby.return", takeReturned],
  ["ruby.class", takeClass],
  ["ruby.module", takeModule],
  ["ruby.singleton", takeSingleton],
  ["ruby.method", takeMethod],
  ["ruby.static", takeStatic],
  ["ruby.block", takeBlock],
  ["ruby.parameter", takeParameter],
  ["ruby.assignment", takeAssignment],
  ["ruby.changed", takeChanged],
  ["ruby.pattern", takePattern],
  ["ruby.rescue", takeRescue],
  ["ruby.alias", takeAlias],
  ["ruby.call", takeMemberCall],
  ["ruby.bare", takeBareCall],
  ["ruby.super", takeSuper],
  ["ruby.symbol", takeSymbol],
  ["ruby.constant", takeConstant],
  ["ruby.name", takeName],
]);

export function takeRuby(sweep: Sweep, item: Item): void {
  BY_ROLE.get(item.role)?.(sweep, item);
}

/** Opens a block as a lambda, unless its content belongs to the class around it. */
function takeBlock(sweep: Sweep, item: Item): void {
  const { blocks, bound, callees } = stateOf(sweep);
  const role = blocks.get(item.end);
  blocks.delete(item.end);
  if (role?.kind === "transparent") return;
  const lines = [item.row + 1, lineAt(sweep, item.end)] as const;
  const index = sweep.definitions.length;
  sweep.definitions.push(
    lambda(innermost(sweep), ...lines, callees.get(item.end) ?? "") as DefinitionDraft,
  );
  sweep.spans.push({ start: item.start, end: item.end });
  sweep.open.push(index);
  if (role?.kind === "configures") stateOf(sweep).configuring.add(index);
  if (role?.kind === "value") bound.set(index, role.binding);
  if (role?.kind === "described") bindDescribed(sweep, index, role.chain);
}

/** Binds RSpec's names for the class that a block describes. */
function bindDescribed(sweep: Sweep, scope: number, chain: string): void {
  addBinding(sweep, scope, "described_class", chain);
  addBinding(sweep, scope, "subject", `${chain}.new()`);
}

/** Takes the last expression of a method or block: its result. */
function takeLast(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  if (isBranching(sweep, item)) stateOf(sweep).tails.set(spanKey(item), null);
  else addResult(sweep, item, scope);
}

/** Clauses whose content is not the result of what they belong to. */
const CLAUSES = /^(?:rescue|ensure)\b/;

/** Takes the last expression of a branch. It is a result or an assigned value if the whole statement is one. */
function takeInner(sweep: Sweep, item: Item): void {
  const { tails } = stateOf(sweep);
  const of = item.value && tails.get(spanKey(item.value));
  if (of === undefined) return;
  if (isBranching(sweep, item)) tails.set(spanKey(item), of);
  else if (of === null) addResult(sweep, item, innermost(sweep));
  else if (!CLAUSES.test(partOf(sweep, item))) assign(sweep, of, rubyChain(partOf(sweep, item)));
}

const NO_RESULT = /^(?:nil|false|true|raise\b[\s\S]*|fail\b[\s\S]*)?$/;

function takeReturned(sweep: Sweep, item: Item): void {
  addResult(sweep, item, innermost(sweep));
}

/** Takes the first value that a method passes to its block. */
function takeYielded(sweep: Sweep, item: Item): void {
  const scope = innermostMethod(sweep);
  const chain = rubyChain(partOf(sweep, item));
  if (scope < 0 || chain === "" || bindingAt(sweep, scope, YIELDED) >= 0) return;
  addBinding(sweep, scope, YIELDED, chain);
}

function innermostMethod(sweep: Sweep): number {
  return sweep.open.findLast((scope) => sweep.definitions[scope]?.kind !== "lambda") ?? -1;
}

/** Adds a possible result of a method or of a block that is a name's value. */
function addResult(sweep: Sweep, item: Item, scope: number): void {
  const { unclear, bound } = stateOf(sweep);
  const text = partOf(sweep, item);
  if (unclear.has(scope) || CLAUSES.test(text) || (text.length < 200 && NO_RESULT.test(text)))
    return;
  const chain = rubyChain(text);
  const binding = bound.get(scope);
  if (binding !== undefined) {
    const existing = sweep.bindings[binding];
    if (existing !== undefined)
      sweep.bindings[binding] = { ...existing, value: either(existing.value, chain) };
    return;
  }
  const own = sweep.definitions[scope];
  if (own?.kind !== "method" && own?.kind !== "function") return;
  addToMethod(sweep, own, scope, chain);
}

/**
 * A method that may return something unknown has no known result but the one of its comment, which comes last: it may be that
 * of a superclass.
 */
function addToMethod(sweep: Sweep, own: DefinitionDraft, scope: number, chain: string): void {
  const { unclear, documented, results } = stateOf(sweep);
  const stated = documented.get(scope) ?? "";
  if (chain === "") {
    unclear.add(scope);
    own.value = stated;
    return;
  }
  const result = either(results.get(scope) ?? "", chain);
  results.set(scope, result);
  own.value = either(result, stated);
}
