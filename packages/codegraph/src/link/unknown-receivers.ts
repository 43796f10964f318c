/** Member calls on unknown receivers: any definition of that name may run. */
import { type Call, CONSTRUCTORS } from "../facts/facts.ts";
import { hasManyBodies } from "./cpp/native-calls.ts";
import { isNative } from "./cpp/native-files.ts";
import { unknownNative } from "./cpp/native-unknown.ts";
import { isKotlin } from "./kotlin/kotlin-files.ts";
import { isScopeFunction } from "./kotlin/kotlin-receivers.ts";
import { hasNamespaces, isCsharp } from "./namespaces.ts";
import type { Resolver } from "./resolver.ts";
import { unknownRuby } from "./ruby/ruby-calls.ts";
import { isRuby } from "./ruby/ruby-paths.ts";
import { isSwift } from "./swift/swift-files.ts";
import { hasOutsideBase } from "./types/members.ts";
import type { CallTarget, Position, Value } from "./value.ts";

/** A call of the base class. A constructor that is not found there belongs to a class from outside. */
const BASE_CALL = /^super(?:\(\))?\.\w+$/;
const MEMBER = /\.([^.()[\]^~<>]+)$/;

/** Returns whether a call may mean other definitions than the one found. */
export function isUncertain(r: Resolver, found: CallTarget | undefined): boolean {
  return found === undefined || found.tier === "unique" || hasManyBodies(r, found.target);
}

/** Returns the member's name if the call may mean a definition of this project, else undefined. */
export function unknownMember(r: Resolver, file: number, call: Call): string | undefined {
  if (call.kind !== "call") return undefined;
  if (isNative(r, file)) return unknownNative(r, file, call);
  return isRuby(r, file) ? unknownRuby(r, file, call) : unknownByReceiver(r, file, call);
}

function unknownByReceiver(r: Resolver, file: number, call: Call): string | undefined {
  const name = MEMBER.exec(call.callee)?.[1];
  if (name === undefined)
    return isImplicit(r, file)
      ? unknownWithoutReceiver(r, file, call)
      : takenFromResult(r, file, call);
  if (isKotlin(r, file) && isScopeFunction(name) && r.declared(name).length === 0) return undefined;
  const place: Position = { file, scope: call.scope };
  const found = r.evaluate(call.callee, place);
  if (CONSTRUCTORS.has(name) && BASE_CALL.test(call.callee)) return undefined;
  // An unknown root belongs to the language, such as JSON or len.
  if (found === undefined) return isOpen(r, place, call.callee) ? name : undefined;
  const isOutside =
    isOutsideOnly(found.value) ||
    isOutsideOnly(found.receiver) ||
    (found.receiver?.kind === "namespace" && !isMemberPossible(r, place));
  // A type from outside may have a function of the project as a member, which was not recognised.
  const isExtended = hasNamespaces(r, file) && r.declared(name).length > 0;
  return isOutside && !isExtended ? undefined : name;
}

/** Returns the name of a function that was taken from the result of a library: `const { load } = useStore()`. */
function takenFromResult(r: Resolver, file: number, call: Call): string | undefined {
  if (!/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(call.callee)) return undefined;
  const { value } = r.evaluate(call.callee, { file, scope: call.scope }) ?? {};
  if (value?.kind !== "external" || value.isResult !== true) return undefined;
  return value.name.slice(1);
}

/** Kotlin and Swift. */
function isImplicit(r: Resolver, file: number): boolean {
  return isKotlin(r, file) || isSwift(r, file);
}

/** Returns whether a callee with an unknown root may lead to the project. */
function isOpen(r: Resolver, place: Position, callee: string): boolean {
  if (callee.startsWith("?") || isMemberPossible(r, place)) return true;
  if (r.program.facts(place.file)?.language === "php") return /^\$\w/.test(callee);
  // Functions of Kotlin's library return what they are given: `requireNotNull(store).save()`.
  return isImplicit(r, place.file) && /^[\p{Ll}_$]/u.test(callee);
}

/** Returns the name of a function that is called without a receiver, if it may be one of several or a member of the project. */
function unknownWithoutReceiver(r: Resolver, file: number, call: Call): string | undefined {
  const name = /^([\p{ID_Start}_]\p{ID_Continue}*)(?:<.*>)?$/su.exec(call.callee)?.[1];
  const place: Position = { file, scope: call.scope };
  const found = name === undefined ? undefined : r.evaluate(call.callee, place);
  if (found !== undefined)
    return found.tier === "local" || isOutsideOnly(found.value) ? undefined : name;
  return isMemberPossible(r, place) || isInLambda(r, place) ? name : undefined;
}

/** Returns whether a place is in a lambda, whose receiver may have members that are not known. */
function isInLambda(r: Resolver, { file, scope }: Position): boolean {
  for (let at = scope; at >= 0; at = r.program.definition(file, at)?.container ?? -1) {
    const own = r.program.definition(file, at);
    if (own?.kind === "lambda" && own.value !== "") return true;
  }
  return false;
}

/**
 * Returns whether an unknown name may be a member that a class inherits from outside of the project, in languages in which
 * such a member needs no `this`.
 */
function isMemberPossible(r: Resolver, place: Position): boolean {
  if (!isCsharp(r, place.file) && !isImplicit(r, place.file)) return false;
  const own = r.enclosing(place);
  return (own?.kind === "instance" || own?.kind === "definition") && hasOutsideBase(r, own);
}

/** Types that reveal nothing about the value. */
const ANYTHING = new Set(["any", "unknown", "object", "Any", "Object", "interface", "dyn", "T"]);

function isOutsideOnly(value: Value | undefined): boolean {
  if (value?.kind === "union") return value.of.every(isOutsideOnly);
  if (value?.kind !== "external" || ANYTHING.has(value.name) || value.isResult === true)
    return false;
  return value.name !== "dynamic" || value.language !== "csharp";
}

/** Lines of such calls in one file, by name, in file order. */
export class UnknownCalls {
  readonly #lines = new Map<string, number[]>();

  add(name: string, line: number): void {
    const lines = this.#lines.get(name);
    if (lines === undefined) this.#lines.set(name, [line]);
    else lines.push(line);
  }

  /** Returns `name line line …` for each name (see `graph/unknown-calls.ts`). */
  written(): string[] {
    return [...this.#lines].map(([name, lines]) => `${name} ${lines.join(" ")}`);
  }
}
