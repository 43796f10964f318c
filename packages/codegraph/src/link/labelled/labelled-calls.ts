/** Compares the arguments of a call with the parameters of functions, in languages with names for arguments. */
import { ARGUMENT_SEPARATOR } from "../../facts/argument-list.ts";
import type { Call } from "../../facts/facts.ts";
import { LABEL } from "../../facts/swift/take-swift.ts";
import { LAMBDA, SPREAD, TRAILING } from "../../facts/text/labelled-arguments.ts";
import { isSameType } from "../kotlin/kotlin-files.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { isSwift } from "../swift/swift-files.ts";
import { isKotlinBelow, KOTLIN_PLAIN } from "../types/kotlin-types.ts";
import { hasOutsideBase } from "../types/members.ts";
import { parseType } from "../types/type-text.ts";
import type { Place, Target, Value } from "../value.ts";

/** A parameter. */
export interface Input {
  readonly name: string;
  /** The name that an argument has in a call; "" for none. In Kotlin it may be left out. */
  readonly label: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** Takes any number of arguments. */
  readonly isOpen: boolean;
}

interface Argument {
  /** "" without a name. */
  readonly label: string;
  /** An expression, or a mark of `labelled-arguments.ts`. */
  readonly chain: string;
}

const inputsFor = perResolver(() => new Map<string, readonly Input[]>());

/** Returns the parameters of a function in order. */
export function inputsOf(r: Resolver, { file, definition }: Target): readonly Input[] {
  const cache = inputsFor(r);
  const key = `${file} ${definition}`;
  let found = cache.get(key);
  if (found === undefined) {
    found = r.program
      .bindings(file, definition)
      .filter(({ parameter }) => parameter >= 0)
      .sort((a, b) => a.parameter - b.parameter)
      .map(({ name, type, value }) => ({
        name,
        label: labelIn(value) ?? name,
        type: type.replace(/\.\.\.$/, ""),
        isOptional: value.startsWith("#"),
        isOpen: type.endsWith("..."),
      }));
    cache.set(key, found);
  }
  return found;
}

/** Returns the label that a parameter of Swift has instead of its name. */
function labelIn(value: string): string | undefined {
  const mark = value.indexOf(LABEL);
  if (mark < 0) return undefined;
  const label = value.slice(mark + LABEL.length);
  return label === "_" ? "" : label;
}

/** Returns the parameters' types as text, the same for two declarations of one function. */
export function written(r: Resolver, target: Target): string {
  return inputsOf(r, target)
    .map(({ type }) => type.replace(/\s|\p{ID_Continue}+\.(?=\p{Lu})/gu, ""))
    .join();
}

/** Returns the functions that take the arguments of a call: by number and name, then by type. */
export function fitting(
  r: Resolver,
  place: Place,
  call: Call,
  all: readonly Target[],
  inputs: (r: Resolver, target: Target) => readonly Input[],
  pair: Pairing = paired,
): readonly Target[] {
  const args = call.args === "" ? [] : call.args.split(ARGUMENT_SEPARATOR).map(argument);
  if (args.some(({ chain }) => chain === SPREAD)) return all.length > 1 ? [] : all;
  const matched = all.flatMap((target) => {
    const pairs = pair(args, inputs(r, target));
    return pairs === undefined ? [] : [{ target, pairs }];
  });
  const values = new Map(args.map((arg) => [arg, argumentValue(r, place, arg)]));
  const costs = matched.map(({ target, pairs }) =>
    pairs.reduce((sum, [arg, input]) => sum + costOf(r, arg, values.get(arg), input, target), 0),
  );
  const least = Math.min(...costs);
  if (least === IMPOSSIBLE) return [];
  return matched.filter((_item, at) => costs[at] === least).map(({ target }) => target);
}

function argument(text: string): Argument {
  const equals = /^([\p{ID_Start}_]\p{ID_Continue}*)=(?!typeof)/u.exec(text);
  return equals === null
    ? { label: "", chain: text }
    : { label: equals[1] ?? "", chain: text.slice(equals[0].length) };
}

/** Pairs each argument with its parameter; undefined if they do not fit. */
type Pairing = (
  args: readonly Argument[],
  inputs: readonly Input[],
) => readonly (readonly [Argument, Input])[] | undefined;

/** As `paired`, where arguments have the labels and the order of the parameters. */
export function pairedInOrder(
  args: readonly Argument[],
  inputs: readonly Input[],
): readonly (readonly [Argument, Input])[] | undefined {
  const trailing = args.findIndex(({ chain }) => chain.startsWith(TRAILING));
  const [listed, behind] =
    trailing < 0 ? [args, []] : [args.slice(0, trailing), args.slice(trailing)];
  const pairs: [Argument, Input][] = [];
  const open: Input[] = [];
  let next = 0;
  for (const arg of listed) {
    const last = pairs.at(-1)?.[1];
    if (last?.isOpen === true && arg.label === "") {
      pairs.push([arg, last]);
      continue;
    }
    const at = inputs.findIndex((input, index) => index >= next && input.label === arg.label);
    const input = inputs[at];
    if (input === undefined) return undefined;
    open.push(...inputs.slice(next, at));
    pairs.push([arg, input]);
    next = at + 1;
  }
  const closures = pairedBehind(behind, [...open, ...inputs.slice(next)]);
  return closures === undefined ? undefined : [...pairs, ...closures];
}

/** Pairs the lambdas behind a list with some of the parameters that are left; the others need a default. */
function pairedBehind(
  lambdas: readonly Argument[],
  left: readonly Input[],
): [Argument, Input][] | undefined {
  const pairs: [Argument, Input][] = [];
  const used = new Set<Input>();
  for (const arg of [...lambdas].reverse()) {
    const isFitting = (input: Input) =>
      !used.has(input) &&
      (arg.label === "" ? !KOTLIN_PLAIN.has(input.type) : input.label === arg.label);
    const input =
      left.findLast((item) => isFitting(item) && item.type.includes("=>")) ??
      left.findLast(isFitting);
    if (input === undefined) return undefined;
    used.add(input);
    pairs.push([arg, input]);
  }
  const isWhole = left.every((input) => used.has(input) || input.isOptional || input.isOpen);
  return isWhole ? pairs : undefined;
}

function paired(
  args: readonly Argument[],
  inputs: readonly Input[],
): readonly (readonly [Argument, Input])[] | undefined {
  const pairs: [Argument, Input][] = [];
  const used = new Set<Input>();
  let next = 0;
  for (const arg of args) {
    const input = inputFor(arg, inputs, next);
    if (input === undefined || (used.has(input) && !input.isOpen)) return undefined;
    if (arg.label === "" && !arg.chain.startsWith(TRAILING))
      next = inputs.indexOf(input) + (input.isOpen ? 0 : 1);
    used.add(input);
    pairs.push([arg, input]);
  }
  const isWhole = inputs.every((input) => used.has(input) || input.isOptional || input.isOpen);
  return isWhole ? pairs : undefined;
}

function inputFor({ label, chain }: Argument, inputs: readonly Input[], next: number) {
  if (chain.startsWith(TRAILING)) return inputs.at(-1);
  return label === "" ? inputs[next] : inputs.find(({ name }) => name === label);
}

const IMPOSSIBLE = Number.POSITIVE_INFINITY;
/** Costs: of a supertype, of what is not known, and of the type of all values. */
const [BELOW, UNKNOWN, ANY] = [1, 3, 5];

function argumentValue(r: Resolver, place: Place, { chain }: Argument): Value | undefined {
  if (chain === "?" || chain === "null" || isLambda(chain)) return undefined;
  const value = r.evaluate(chain, place)?.value;
  return value?.kind === "definition" ? r.held(value, value.env) : value;
}

function costOf(
  r: Resolver,
  { chain }: Argument,
  value: Value | undefined,
  { type }: Input,
  target: Target,
): number {
  if (isLambda(chain)) return lambdaCost(r, chain, type, target);
  if (type === "Any") return ANY;
  if (value === undefined) return UNKNOWN;
  if (type.includes("=>")) {
    if (value.kind === "signature") return 0;
    return isPlain(value) ? IMPOSSIBLE : UNKNOWN;
  }
  const expected = r.typeOf(parseType(type), { file: target.file, scope: target.definition });
  if (expected === undefined) return UNKNOWN;
  if ((chain === "<Int>" || chain === "<Double>") && isNumber(expected))
    return numberCost(chain, expected);
  // A literal of Swift can be a value of a type of the project.
  const isLiteral = /^<(?:Int|Double|Bool|String)>$/.test(chain);
  if (isLiteral && !isPlain(expected) && isSwift(r, target.file)) return UNKNOWN;
  return between(r, value, expected);
}

const isLambda = (chain: string) => chain.startsWith(LAMBDA) || chain.startsWith(TRAILING);

/** Compares the number of a lambda's parameters with those of a function type, which may have another name. */
function lambdaCost(r: Resolver, chain: string, type: string, target: Target): number {
  if (KOTLIN_PLAIN.has(type)) return IMPOSSIBLE;
  const node = parseType(type);
  const place: Place = { file: target.file, scope: target.definition };
  const meant = node.kind === "function" ? undefined : r.typeOf(node, place);
  const found =
    node.kind === "function" ? node : meant?.kind === "signature" ? meant.type : undefined;
  if (found === undefined) return UNKNOWN;
  const count = chain.slice(chain.indexOf(LAMBDA) + LAMBDA.length);
  const expected = found.parameters.length - (type.startsWith("(this:") ? 1 : 0);
  if (count === "?") return expected > 1 && !isSwift(r, target.file) ? UNKNOWN : 0;
  return Number(count) === expected ? 0 : IMPOSSIBLE;
}

/** A number without a mark can have several types. */
const NUMBERS = ["Int", "Long", "Short", "Byte", "UInt", "ULong", "Double", "Float", "CGFloat"];
const isNumber = (type: Value) => type.kind === "external" && NUMBERS.includes(type.name);
const WHOLE = new Set(["Int", "Long", "Short", "Byte", "UInt", "ULong"]);

function numberCost(chain: string, type: Value): number {
  if (type.kind !== "external") return UNKNOWN;
  if (chain === `<${type.name}>`) return 0;
  return chain === "<Double>" && WHOLE.has(type.name) ? IMPOSSIBLE : BELOW;
}

const isPlain = (value: Value) => value.kind === "external" && KOTLIN_PLAIN.has(value.name);

function between(r: Resolver, value: Value, expected: Value): number {
  if (value.kind === "external" && expected.kind === "external") {
    if (value.name === expected.name) return 0;
    if (isKotlinBelow(value.name, expected.name)) return BELOW;
  }
  if (isPlain(value) || isPlain(expected)) return IMPOSSIBLE;
  return value.kind === "instance" && expected.kind === "instance"
    ? betweenOwn(r, value, expected)
    : UNKNOWN;
}

type Own = Extract<Value, { readonly kind: "instance" }>;

function betweenOwn(r: Resolver, value: Own, expected: Own): number {
  const at = r.lineage(value, undefined).order.findIndex((item) => isSameType(r, item, expected));
  if (at >= 0) return at === 0 ? 0 : BELOW;
  return hasOutsideBase(r, value) ? UNKNOWN + 1 : IMPOSSIBLE;
}
