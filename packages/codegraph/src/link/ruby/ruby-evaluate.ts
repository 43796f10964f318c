/** Evaluates chains of Ruby: names of variables and methods, constants, and what methods return. */

import { EXAMPLES, INCLUDED, YIELDED } from "../../facts/facts.ts";
import { parseChain, type Step } from "../chain-steps.ts";
import type { Resolver } from "../resolver.ts";
import { definitionValue, instanceValue, isSameTarget } from "../types/targets.ts";
import type { Found, Position, Target, Tier, Value } from "../value.ts";
import { constantAt, mayBeIncluded } from "./ruby-classes.ts";
import { isMethod, methodBelow, methodOf, rubyMember, selfAt } from "./ruby-members.ts";
import { isClassKind, isRuby, nearestPlace, pathOf } from "./ruby-paths.ts";

/** Classes of literals, by the root of their chain. The project may add methods to them. */
const LITERALS: ReadonlyMap<string, string> = new Map([
  ['"', "String"],
  ["[", "Array"],
  ["{", "Hash"],
]);

export function evaluateRuby(r: Resolver, text: string, place: Position): Found | undefined {
  const { root, steps } = parseChain(text);
  const isCalled = steps[0]?.kind === "call";
  const held = root === "this" ? heldByBlocks(r, steps[0], place) : undefined;
  let found = held ?? rootOf(r, root, place, isCalled);
  if (found === undefined) return undefined;
  for (let at = isCalled || held !== undefined ? 1 : 0; at < steps.length; at++) {
    const step = steps[at];
    if (step === undefined || found.value === undefined)
      return { value: undefined, tier: found.tier };
    const next: Step | undefined = steps[at + 1];
    const isCall = next?.kind === "call";
    found = follow(r, { ...found, value: found.value }, step, place, isCall);
    if (step.kind === "member" && isCall) at++;
  }
  return found;
}

/** Returns the value of `@name` in blocks outside of a class, as in RSpec's. */
function heldByBlocks(r: Resolver, step: Step | undefined, place: Position): Found | undefined {
  if (step?.kind !== "member" || !step.name.startsWith("@")) return undefined;
  return selfAt(r, place) === undefined ? localAt(r, step.name, place) : undefined;
}

type FoundValue = Found & { readonly value: Value };

/** The method that `a[b]` calls. */
const BRACKETS: Step = { kind: "member", name: "[]" };

/** Follows a step; with `isCall` to the result of the method. */
function follow(
  r: Resolver,
  found: FoundValue,
  step: Step,
  place: Position,
  isCall: boolean,
): Found {
  // What the brackets of an object give is often an element, whose class nothing states.
  if (step.kind === "element" && found.value.kind === "definition")
    return follow(r, found, BRACKETS, place, true);
  if (step.kind !== "member") return { value: undefined, tier: found.tier };
  const receivers = objectsOf(r, found.value);
  const [only] = receivers;
  if (only === undefined) return { value: undefined, tier: found.tier };
  if (only.kind === "namespace") return ofConstant(r, step.name, { file: place.file, scope: -1 });
  if (receivers.length === 1) return memberOf(r, { ...found, value: only }, step.name, isCall);
  const of = receivers.flatMap((value) => partsOf(nextOf(r, value, step.name, isCall)));
  return {
    value: of.length > 1 ? { kind: "union", of: of.slice(0, MAX_UNION) } : of[0],
    tier: "typed",
    receiver: { kind: "union", of: receivers },
  };
}

const MAX_UNION = 8;

const partsOf = (value: Value | undefined): readonly Value[] =>
  value === undefined ? [] : value.kind === "union" ? value.of : [value];

/** Returns what a value can be, without constants and variables, whose values may refer to each other. */
function objectsOf(r: Resolver, value: Value): Value[] {
  const found: Value[] = [];
  const seen = new Set<string>();
  const open: Value[] = [value];
  for (let at = open.shift(); at !== undefined && found.length < MAX_UNION; at = open.shift()) {
    if (!isHolder(r, at)) {
      if (at.kind === "union") open.push(...at.of);
      else found.push(at);
      continue;
    }
    const key = `${at.file} ${at.definition}`;
    if (seen.has(key)) continue;
    seen.add(key);
    open.push(...partsOf(heldIn(r, at)));
  }
  return found;
}

/** Methods of every object that return the object itself. */
const GIVES_SELF = new Set([
  "tap",
  "dup",
  "clone",
  "freeze",
  "itself",
  "extend",
  "instance_eval",
  "instance_exec",
]);

function memberOf(r: Resolver, found: FoundValue, name: string, isCall: boolean): Found {
  const { value: receiver } = found;
  return { value: nextOf(r, receiver, name, isCall), tier: tierAfter(found), receiver };
}

/** Returns a member of a value, with `isCall` the result of the method. */
function nextOf(r: Resolver, value: Value, name: string, isCall: boolean): Value | undefined {
  const member = rubyMember(r, value, name, isCall) ?? heldByObject(r, value, name);
  if (member !== undefined) return isCall ? resultOf(r, member, value) : member;
  if (value.kind === "external")
    return isCall && name === "new" && !MAKES_CLASSES.has(value.name) ? value : undefined;
  const isMade = name === "new" && value.kind === "definition" && isClassKind(kindOf(r, value));
  // RSpec's subject for a module is the module.
  const isModule = isMade && kindOf(r, value) === "module";
  if (isMade) return isCall && !isModule ? instanceValue(value) : definitionValue(value);
  return isCall ? ofEveryObject(value, name) : undefined;
}

/** Classes whose objects are classes, which may have any superclass. */
const MAKES_CLASSES = new Set(["Class", "Module", "Struct", "Data", "DelegateClass"]);

/** A block in a class body usually runs for an object, and so do its variables. */
function heldByObject(r: Resolver, value: Value, name: string): Value | undefined {
  const isOfClass = value.kind === "definition" && name.startsWith("@");
  return isOfClass ? rubyMember(r, instanceValue(value), name) : undefined;
}

/** Returns the result of a method that every object or class has. */
function ofEveryObject(value: Value, name: string): Value | undefined {
  if (name === "class" && value.kind === "instance") return definitionValue(value);
  if (name === "allocate" || name === "instance")
    return value.kind === "definition" ? instanceValue(value) : undefined;
  return GIVES_SELF.has(name) ? value : undefined;
}

/** Methods that pass their object to their block. */
const PASSES_SELF = new Set(["tap", "then", "yield_self"]);

/** Returns the first value that a block gets from the method it is passed to. */
export function blockParameter(
  r: Resolver,
  { file, scope }: Position,
  parameter: number,
): Value | undefined {
  const own = r.program.definition(file, scope);
  if (parameter > 0 || own?.kind !== "lambda" || own.value === "") return undefined;
  const found = r.evaluate(own.value, { file, scope: own.container });
  const name = own.value.slice(own.value.lastIndexOf(".") + 1);
  if (found?.value === undefined) return PASSES_SELF.has(name) ? found?.receiver : undefined;
  const [method = found.value] = found.value.kind === "union" ? found.value.of : [];
  return method.kind === "definition" ? passedBy(r, method, found.receiver) : undefined;
}

function passedBy(r: Resolver, method: Target, receiver: Value | undefined): Value | undefined {
  const path = isClassKind(kindOf(r, method)) ? pathOf(r, method) : undefined;
  // A block of `new` goes to the constructor.
  const called = path === undefined ? method : methodOf(r, path, "initialize", false, method.file);
  const yielded = called && r.program.bindingsNamed(called.file, called.definition, YIELDED)[0];
  if (called === undefined || yielded === undefined) return undefined;
  if (yielded.value === "this") return path === undefined ? receiver : instanceValue(method);
  return r.bindingValue({ file: called.file, scope: called.definition }, yielded);
}

function tierAfter({ value, tier }: FoundValue): Tier {
  if (tier === "this") return tier;
  return value.kind === "definition" ? tier : "typed";
}

export function kindOf(r: Resolver, { file, definition }: Target): string | undefined {
  return r.program.definition(file, definition)?.kind;
}

type Holder = Extract<Value, { readonly kind: "definition" }>;

/** Returns whether a value is a constant or a variable of an object, which has a value itself. */
function isHolder(r: Resolver, value: Value): value is Holder {
  if (value.kind !== "definition") return false;
  const own = r.program.definition(value.file, value.definition);
  return own?.kind === "variable" || own?.name.startsWith("@") === true;
}

/** Returns the value of a constant or of a variable of an object. */
function heldIn(r: Resolver, { file, definition }: Target): Value | undefined {
  const own = r.program.definition(file, definition);
  if (own === undefined || own.value === "") return undefined;
  return r.evaluate(own.value, { file, scope: definition })?.value;
}

/** Returns the result of a method. */
function resultOf(r: Resolver, method: Value, receiver: Value | undefined): Value | undefined {
  if (method.kind !== "definition") return method;
  const own = r.program.definition(method.file, method.definition);
  if (own === undefined || isClassKind(own.kind)) return method;
  if (!isMethod(own) || own.value === "") return undefined;
  if (own.name.startsWith("@")) return heldIn(r, method);
  const { value } = own;
  if (value === "this" && receiver !== undefined) return receiver;
  if (OWN_OBJECT.test(value) && receiver?.kind === "definition") return instanceValue(receiver);
  if (own.kind === "property" && receiver !== undefined && value.startsWith("this.@")) {
    const held = rubyMember(r, receiver, value.slice("this.".length));
    return held?.kind === "definition" ? heldIn(r, held) : undefined;
  }
  return r.evaluate(value, { file: method.file, scope: method.definition })?.value;
}

const OWN_OBJECT = /^(?:this\.)?new\(\)$/;

function rootOf(r: Resolver, root: string, place: Position, isCalled: boolean): Found | undefined {
  if (root === "this") return { value: selfAt(r, place), tier: "this" };
  if (root === "Self") return { value: classOf(selfAt(r, place)), tier: "this" };
  if (root === "$")
    return { value: { kind: "namespace", names: [""], file: place.file }, tier: "module" };
  const literal = LITERALS.get(root);
  if (literal !== undefined) return ofLanguage(r, literal, place);
  if (root === "" || root === "?" || root === "#") return undefined;
  if (/^\p{Lu}/u.test(root) && !isCalled) return ofConstant(r, root, place);
  return named(r, root, place, isCalled);
}

function classOf(value: Value | undefined): Value | undefined {
  return value?.kind === "instance" ? definitionValue(value) : value;
}

function ofLanguage(r: Resolver, name: string, { file }: Position): Found {
  const own = nearestPlace(r, name, file);
  const value: Value =
    own === undefined ? { kind: "external", name, args: [] } : instanceValue(own);
  return { value, tier: "typed" };
}

/** A constant that the project does not define belongs to the language or to a library. */
function ofConstant(r: Resolver, name: string, place: Position): Found {
  const target = constantAt(r, place, name);
  if (target === undefined)
    return mayBeIncluded(r, place.file, name)
      ? { value: undefined, tier: "module" }
      : { value: { kind: "external", name, args: [] }, tier: "module" };
  return { value: definitionValue(target), tier: target.file === place.file ? "file" : "module" };
}

/** Returns the value of a variable, or of a method of the own object. */
function named(r: Resolver, name: string, place: Position, isCalled: boolean): Found | undefined {
  const local = localAt(r, name, place);
  if (local !== undefined) return local;
  const found = ownMethod(r, name, place);
  if (found?.value === undefined || !isCalled) return found;
  if (name === "new" && found.value.kind === "definition" && isClassKind(kindOf(r, found.value)))
    return { ...found, value: instanceValue(found.value) };
  return { ...found, value: resultOf(r, found.value, found.receiver) };
}

/** Returns the value of a local of the blocks around a place, up to a method or class. */
function localAt(r: Resolver, name: string, place: Position): Found | undefined {
  let isOutside = false;
  for (let scope = place.scope; ; ) {
    const binding = r.program.bindingsNamed(place.file, scope, name).at(-1);
    const own = r.program.definition(place.file, scope);
    // Beyond a method only the names that RSpec's blocks define are visible.
    if (binding !== undefined && (!isOutside || own?.kind === "lambda"))
      return { value: r.bindingValue({ file: place.file, scope }, binding), tier: "local" };
    if (own === undefined) return undefined;
    if (own.kind !== "lambda") {
      if (r.program.definition(place.file, own.container)?.kind !== "lambda") return undefined;
      isOutside = true;
    }
    scope = own.container;
  }
}

/** Returns a method of the own object, of the blocks around, or of the top level. */
export function ownMethod(r: Resolver, name: string, place: Position): Found | undefined {
  const evaluated = evaluatedFor(r, place);
  if (evaluated !== undefined)
    return memberHere(r, evaluated, name, place) ?? ofTopLevel(r, name, place);
  const self = selfAt(r, place);
  if (self?.kind === "instance" || self?.kind === "definition") {
    const found = memberHere(r, self, name, place);
    if (found !== undefined) return found;
  }
  return ofBlocks(r, name, place) ?? ofTopLevel(r, name, place);
}

const EVALUATED = /^(.+)\.instance_(?:eval|exec)$/;

/** Returns the object for which a block around a place runs: `store.instance_eval { save }`. */
function evaluatedFor(r: Resolver, { file, scope }: Position) {
  for (let at = scope; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own?.kind !== "lambda") return undefined;
    const receiver = EVALUATED.exec(own.value)?.[1];
    const value =
      receiver === undefined
        ? undefined
        : r.evaluate(receiver, { file, scope: own.container })?.value;
    const [object, ...others] = value === undefined ? [] : objectsOf(r, value);
    const isClear = others.every(
      (other) =>
        other.kind === "instance" && object?.kind === "instance" && isSameTarget(object, other),
    );
    if (object?.kind === "instance" && isClear) return object;
    at = own.container;
  }
  return undefined;
}

function memberHere(
  r: Resolver,
  self: Extract<Value, Target>,
  name: string,
  place: Position,
): Found | undefined {
  const path = pathOf(r, self);
  if (path === undefined) return undefined;
  const isOfClass = self.kind === "definition";
  const found =
    methodOf(r, path, name, isOfClass, place.file) ??
    (isOfClass ? undefined : methodBelow(r, path, name, place.file));
  if (found !== undefined) return { value: definitionValue(found), tier: "this", receiver: self };
  if (!isOfClass) return undefined;
  if (name === "new") return { value: definitionValue(self), tier: "this", receiver: self };
  // A block in a class body usually runs for an object.
  const isInBlock = r.program.definition(place.file, place.scope)?.kind === "lambda";
  const ofObject = isInBlock ? methodOf(r, path, name, false, place.file) : undefined;
  return (
    ofObject && { value: definitionValue(ofObject), tier: "typed", receiver: instanceValue(self) }
  );
}

/** Finds a method that is defined in a block around a place, as in RSpec, or of a module that such a block includes. */
function ofBlocks(r: Resolver, name: string, { file, scope }: Position): Found | undefined {
  for (let at = scope; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own === undefined) return undefined;
    const index = own.kind === "lambda" ? r.program.membersNamed(file, at, name)[0] : undefined;
    if (index !== undefined)
      return { value: definitionValue({ file, definition: index }), tier: "file" };
    for (const { value } of r.program.bindingsNamed(file, at, INCLUDED)) {
      const found = methodOfModule(r, value, name, { file, scope: at });
      if (found !== undefined) return { value: definitionValue(found), tier: "module" };
    }
    at = own.container;
  }
  const configured = methodOf(r, EXAMPLES.join("."), name, false, file);
  return configured && { value: definitionValue(configured), tier: "module" };
}

function methodOfModule(
  r: Resolver,
  chain: string,
  name: string,
  place: Position,
): Target | undefined {
  const module = r.evaluate(chain, place)?.value;
  const path = module?.kind === "definition" ? pathOf(r, module) : undefined;
  return path === undefined ? undefined : methodOf(r, path, name, false, place.file);
}

/** Finds a method of the top level, which every object has: in the file, else the only one of the project. */
function ofTopLevel(r: Resolver, name: string, { file }: Position): Found | undefined {
  const at = (other: number) =>
    r.program
      .membersNamed(other, -1, name)
      .find((index) => kindOf(r, { file: other, definition: index }) === "function");
  const own = at(file);
  if (own !== undefined) return { value: definitionValue({ file, definition: own }), tier: "file" };
  const others = r.declared(name).flatMap((other) => {
    const definition = isRuby(r, other) ? at(other) : undefined;
    return definition === undefined ? [] : [{ file: other, definition }];
  });
  const [only] = others;
  return only !== undefined && others.length === 1
    ? { value: definitionValue(only), tier: "module" }
    : undefined;
}
