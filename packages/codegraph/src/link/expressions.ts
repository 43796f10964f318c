/** Evaluates a chain step by step: the resulting value and the rule by which it is known. */

import { SAME_AS } from "../facts/swift/implied.ts";
import { alternativesOf } from "../facts/text/alternatives.ts";
import { type Chain, parseChain, type Step } from "./chain-steps.ts";
import { resultsAgree } from "./cpp/native-calls.ts";
import { isNative } from "./cpp/native-files.ts";
import { calledObject, nativeStep } from "./cpp/native-steps.ts";
import { extensionOf, invoked } from "./extensions.ts";
import { isKotlin } from "./kotlin/kotlin-files.ts";
import { functionBeside, typeBeside } from "./kotlin/kotlin-functions.ts";
import { givenBack, inBrackets, objectAround } from "./kotlin/kotlin-results.ts";
import { atPlatform } from "./kotlin/source-sets.ts";
import { isRust, pathMember, pathRoot } from "./modules/rust-paths.ts";
import { external, hasNamespaces, ofArity, textType } from "./namespaces.ts";
import { libraryResult, unknownFunction } from "./outside/library-results.ts";
import type { Resolver } from "./resolver.ts";
import { evaluateRuby } from "./ruby/ruby-evaluate.ts";
import { isRuby } from "./ruby/ruby-paths.ts";
import { isCaseOfSwift, madeOutside } from "./swift/swift-files.ts";
import { expectedOf, isOfArgument } from "./swift/swift-implied.ts";
import { inferredArguments, SUPPLIED } from "./types/inference.ts";
import { elementOf, unwrapped } from "./types/known-types.ts";
import { environment } from "./types/lineage.ts";
import { ancestorsOf, calledMember, underlying } from "./types/members.ts";
import { PREDICATE, partOfVariant, predicated, RESULT, resultIn } from "./types/results.ts";
import { resultFor } from "./types/supplied-results.ts";
import { definitionValue, instanceValue } from "./types/targets.ts";
import { parseType } from "./types/type-text.ts";
import { resultOfType } from "./types/types.ts";
import { anyOf, UNKNOWN } from "./types/unions.ts";
import type { Found, Position, Target, Tier, Value } from "./value.ts";

/** Returns undefined if the root is unknown, and a result without a value if the root is known but the rest is not. */
export function evaluate(r: Resolver, text: string, place: Position): Found | undefined {
  const alternatives = alternativesOf(text);
  if (alternatives.length > 1) return oneOf(r, alternatives, place);
  if (isRuby(r, place.file)) return evaluateRuby(r, text, place);
  const chain = parseChain(text);
  const start = rootOf(r, chain, place) ?? unknownFunction(r, chain, place);
  if (start === undefined) return undefined;
  let found: Found = start;
  for (const [at, step] of chain.steps.entries()) {
    const { value } = found;
    if (value === undefined) return { value: undefined, tier: found.tier };
    const next = chain.steps[at + 1];
    const isOperator = step.kind === "element" || step.kind === "unwrap";
    found =
      isOperator && isNative(r, place.file)
        ? { value: nativeStep(r, value, step, next, place), tier: "typed" }
        : follow(r, { ...found, value }, step, place, next?.kind === "member");
  }
  return found;
}

/** Evaluates alternatives to a union, with the tier of the first alternative that is known. */
function oneOf(r: Resolver, chains: readonly string[], place: Position): Found | undefined {
  const found = chains.flatMap((chain) => r.evaluate(chain, place) ?? []);
  const [first] = found;
  if (first === undefined || found.length === 1) return first;
  return { value: anyOf(found.map(({ value }) => value ?? UNKNOWN)), tier: first.tier };
}

/** Roots of Rust paths. `self` is the object in a method and the module elsewhere. */
const RUST_ROOTS = new Map([
  ["crate", "crate"],
  ["super", "super"],
  ["this", "self"],
]);

function rootOf(r: Resolver, chain: Chain, place: Position): Found | undefined {
  const { root } = chain;
  const word = RUST_ROOTS.get(root);
  if (word !== undefined && r.program.tables(place.file)?.facts.language === "rust") {
    const own = root === "this" ? r.enclosing(place) : undefined;
    return own === undefined ? moduleRoot(r, word, place) : { value: own, tier: "this" };
  }
  switch (root) {
    case "this":
      return { value: r.enclosing(place), tier: "this" };
    case "Self":
      return { value: classOf(r.enclosing(place)), tier: "this" };
    case "super":
      return { value: superOf(r, place), tier: "this" };
    default:
      return otherRoot(r, chain, place);
  }
}

function otherRoot(r: Resolver, { root, steps }: Chain, place: Position): Found | undefined {
  if (root.startsWith(SAME_AS))
    return rootOf(r, { root: root.slice(SAME_AS.length), steps }, place);
  if (isOfArgument(root)) return { value: expectedOf(r, place, root), tier: "typed" };
  if (root.startsWith("<")) {
    return { value: r.typeOf(parseType(root.slice(1, -1)), place), tier: "typed" };
  }
  if (root.startsWith("@")) return moduleRoot(r, root.slice(1, -1), place);
  if (root === '"' && hasNamespaces(r, place.file))
    return { value: external(r, place.file, textType(r, place.file), []), tier: "typed" };
  // `#0` is the first parameter if its pattern has no name; `#` alone is a number.
  if (root === "" || /^(?:["[{?]|#(?!\d))/.test(root)) return undefined;
  // A constructed value is a class, even if a constructor has the same name.
  const isMade = steps[0]?.kind === "construct";
  const type = isMade ? r.lookup(place, root, "type") : undefined;
  if (type?.value !== undefined) return type;
  const found = namedRoot(r, root, steps[0], place);
  return steps[0]?.kind === "member" && isRust(r, place.file)
    ? pathRoot(r, place.file, root, found)
    : found;
}

/** Returns what a name means at the start of a chain. */
function namedRoot(
  r: Resolver,
  root: string,
  first: Step | undefined,
  place: Position,
): Found | undefined {
  if (first?.kind !== "call") {
    const found = r.lookup(place, root, "value");
    return first?.kind === "member" ? (typeBeside(r, place, root, found) ?? found) : found;
  }
  const beside = isKotlin(r, place.file) ? functionBeside(r, place, root) : undefined;
  return (
    beside ??
    r.lookup(place, root, "value") ??
    madeOutside(r, place, root) ??
    objectAround(r, place, root)
  );
}

function moduleRoot(r: Resolver, specifier: string, place: Position): Found | undefined {
  // The parent of a module that is written inside a file is the file.
  if (specifier === "super" && isInModule(r, place)) {
    return { value: { kind: "module", files: [place.file] }, tier: "import" };
  }
  const files = r.modules.resolve(place.file, specifier);
  return files.length === 0 ? undefined : { value: { kind: "module", files }, tier: "import" };
}

function isInModule(r: Resolver, { file, scope }: Position): boolean {
  for (let at = scope; at >= 0; at = r.program.definition(file, at)?.container ?? -1) {
    if (r.program.definition(file, at)?.kind === "module") return true;
  }
  return false;
}

function classOf(value: Value | undefined): Value | undefined {
  if (value?.kind !== "instance") return value;
  return definitionValue(value);
}

function superOf(r: Resolver, place: Position): Value | undefined {
  const own = r.enclosing(place);
  if (own?.kind !== "instance" && own?.kind !== "definition") return undefined;
  const instances = r.bases(own, undefined).filter((base) => base.kind === "instance");
  return instances.length > 1 ? { kind: "union", of: instances } : instances[0];
}

type FoundValue = Found & { readonly value: Value };

function follow(
  r: Resolver,
  found: FoundValue,
  step: Step,
  place: Position,
  isOnTheWay: boolean,
): Found {
  const { value, tier } = found;
  switch (step.kind) {
    case "member": {
      const isPath = isOnTheWay && value.kind === "module" && isRust(r, place.file);
      const from = isKotlin(r, place.file) ? atPlatform(r, value, place.file) : value;
      const next = isPath
        ? pathMember(r, value, step.name)
        : (memberOfEach(r, from, step.name) ?? extensionOf(r, from, step.name, place));
      return { value: next, tier: tierAfter(value, tier), receiver: from };
    }
    case "call":
      return {
        value: r.called(
          invoked(r, value, found.receiver, place) ?? value,
          found.receiver,
          step.typeArguments,
          place,
        ),
        tier: "typed",
      };
    case "construct":
      return { value: constructed(r, value, step.typeArguments, place), tier: "typed" };
    case "element":
      return {
        value:
          through(r, value, (item) => elementOf(item, step.index)) ?? inBrackets(r, value, place),
        tier: "typed",
      };
    case "unwrap":
      return { value: through(r, value, unwrapped) ?? value, tier };
  }
}

/** Returns a member; of a union those of all values. What an unknown value has is unknown, too. */
function memberOfEach(r: Resolver, value: Value, name: string): Value | undefined {
  const first = r.member(value, name);
  if (value.kind !== "union" || first === undefined) return first;
  const of = value.of.flatMap((item) => (item === UNKNOWN ? item : (r.member(item, name) ?? [])));
  return anyOf([first, ...of]);
}

/**
 * Returns the tier of a member: for a module that of the import, for `this` that of `this`; any other member requires a type.
 */
function tierAfter(value: Value, tier: Tier): Tier {
  if (value.kind === "module" || (tier === "this" && value.kind === "instance")) return tier;
  return value.kind === "definition" && (tier === "import" || tier === "file") ? tier : "typed";
}

type Open = (value: Extract<Value, { kind: "external" }>) => Value | undefined;

function through(r: Resolver, value: Value, open: Open): Value | undefined {
  if (value.kind === "external") return open(value);
  if (value.kind === "union") {
    return anyOf(value.of.flatMap((item) => through(r, item, open) ?? []));
  }
  if (value.kind === "definition") return throughHeld(r, r.held(value, value.env), open);
  if (open === unwrapped) return value;
  if (value.kind !== "instance") return undefined;
  return (
    throughHeld(r, underlying(r, value, undefined), open) ??
    (hasNamespaces(r, value.file) ? throughBases(r, value, open) : undefined)
  );
}

/** Opens a class that implements a list of the language: `class Stack : IEnumerable<Item>`. */
function throughBases(r: Resolver, type: Target, open: Open): Value | undefined {
  for (const ancestor of ancestorsOf(r, type)) {
    for (const base of r.bases(ancestor, undefined)) {
      const found = base.kind === "external" ? open(base) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function throughHeld(r: Resolver, held: Value | undefined, open: Open): Value | undefined {
  return held === undefined || held.kind === "definition" ? undefined : through(r, held, open);
}

function constructed(
  r: Resolver,
  value: Value,
  typeArguments: string,
  place: Position,
): Value | undefined {
  if (value.kind === "instance") return value;
  if (value.kind === "definition") return madeOf(r, value, typeArguments, place);
  if (value.kind === "union") {
    return anyOf(value.of.flatMap((item) => constructed(r, item, typeArguments, place) ?? []));
  }
  const main = value.kind === "module" ? r.member(value, "default") : undefined;
  return main && constructed(r, main, typeArguments, place);
}

function madeOf(
  r: Resolver,
  value: Extract<Value, { kind: "definition" }>,
  typeArguments: string,
  place: Position,
): Value | undefined {
  const { file, definition } = value;
  const kind = r.program.definition(file, definition)?.kind;
  if (kind === "variable" || kind === "property") {
    const held = r.held(value, value.env);
    const isItself =
      held?.kind === "definition" && held.file === file && held.definition === definition;
    return held === undefined || isItself ? undefined : constructed(r, held, typeArguments, place);
  }
  if (kind === undefined || kind === "function" || kind === "method") return undefined;
  const args = typeArguments.startsWith(SUPPLIED)
    ? inferredArguments(r, value, typeArguments.slice(SUPPLIED.length), place)
    : argumentsOf(r, typeArguments, place);
  return { kind: "instance", ...ofArity(r, { file, definition }, args.length), args };
}

function argumentsOf(r: Resolver, typeArguments: string, place: Position): (Value | undefined)[] {
  if (typeArguments === "" || typeArguments.startsWith(SUPPLIED)) return [];
  const node = parseType(`_<${typeArguments}>`);
  return node.kind === "name" ? node.args.map((arg) => r.typeOf(arg, place)) : [];
}

/** Returns the result of calling a value. */
export function called(
  r: Resolver,
  value: Value,
  receiver: Value | undefined,
  typeArguments: string,
  place: Position,
): Value | undefined {
  if (typeArguments === PREDICATE) return predicated(r, value);
  if (typeArguments.startsWith(RESULT)) {
    const part = partOfVariant(r, value, Number(typeArguments.slice(RESULT.length)));
    if (part !== undefined) return part;
  }
  if (value.kind === "instance" && isNative(r, value.file)) return calledObject(r, value, place);
  // A member of a known type is represented by its result, and so is a called `super`.
  if (value.kind === "instance") return value;
  if (value.kind === "external") return libraryResult(r, value, typeArguments, place);
  if (value.kind === "signature") return r.typeOf(value.type.result, value.place);
  if (value.kind === "union") return eachCalled(r, value.of, receiver, typeArguments, place);
  if (value.kind === "namespace") return undefined;
  if (value.kind === "module") {
    const main = r.member(value, "default");
    return main === undefined ? undefined : r.called(main, undefined, typeArguments, place);
  }
  const meant = calledMember(r, value);
  return meant.kind === "definition"
    ? calledDefinition(r, meant, receiver, typeArguments, place)
    : undefined;
}

function calledDefinition(
  r: Resolver,
  meant: Extract<Value, { kind: "definition" }>,
  receiver: Value | undefined,
  typeArguments: string,
  place: Position,
): Value | undefined {
  const own = r.program.definition(meant.file, meant.definition);
  if (own === undefined) return undefined;
  // Conversions in Go look like calls.
  if (own.kind === "class" || own.kind === "interface")
    return constructed(r, meant, typeArguments, place);
  if (own.kind === "variable" || own.kind === "property") {
    const held = r.held(meant, meant.env);
    if (isCaseOfSwift(r, meant)) return held;
    if (held?.kind === "instance") return resultOfType(r, held);
    return held && r.called(held, receiver, typeArguments, place);
  }
  if (isNative(r, meant.file) && !resultsAgree(r, meant)) return undefined;
  return returned(r, meant, receiver, typeArguments, place);
}

/** Maximum values of a union whose results are all collected. Of a larger union only the first known result is used. */
const MAX_CALLED = 4;

function eachCalled(
  r: Resolver,
  values: readonly Value[],
  receiver: Value | undefined,
  typeArguments: string,
  place: Position,
): Value | undefined {
  const of: Value[] = [];
  for (const value of values) {
    const found = value === UNKNOWN ? value : r.called(value, receiver, typeArguments, place);
    if (found === undefined) continue;
    of.push(found);
    if (values.length > MAX_CALLED) return anyOf([...of, UNKNOWN]);
  }
  return anyOf(of);
}

/** Return values of methods that return their receiver's type. */
const GIVES_SELF = new Set(["this", "self", "cls()", "Self()", "Self^"]);

function returned(
  r: Resolver,
  value: Extract<Value, { kind: "definition" }>,
  receiver: Value | undefined,
  typeArguments: string,
  place: Position,
): Value | undefined {
  const own = r.program.definition(value.file, value.definition);
  if (own === undefined) return undefined;
  const isChained =
    own.type === "this" || own.type === "Self" || (own.type === "" && GIVES_SELF.has(own.value));
  if (isChained && receiver !== undefined && receiver.kind !== "module") return made(receiver);
  const back = givenBack(r, value, receiver);
  if (back !== undefined) return back;
  if (typeArguments.startsWith(RESULT)) {
    return resultIn(r, value, value.env, Number(typeArguments.slice(RESULT.length)));
  }
  if (!typeArguments.startsWith(SUPPLIED)) {
    const input = typeArguments === "" ? [] : argumentsOf(r, typeArguments, place);
    return resultIn(r, value, environment(r, value, input) ?? value.env);
  }
  return resultFor(r, value, typeArguments.slice(SUPPLIED.length), place);
}

/** Returns an instance when `Self` is called on a class. */
function made(receiver: Value): Value {
  if (receiver.kind !== "definition") return receiver;
  return instanceValue(receiver);
}
