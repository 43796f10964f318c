/** Resolves a call to its target. */
import type { Call } from "../facts/facts.ts";
import { nativeTarget } from "./cpp/native-calls.ts";
import { isNative } from "./cpp/native-files.ts";
import { invoked } from "./extensions.ts";
import { kotlinTarget } from "./kotlin/kotlin-calls.ts";
import { isKotlin } from "./kotlin/kotlin-files.ts";
import { functionBeside } from "./kotlin/kotlin-functions.ts";
import { macroTarget } from "./macros.ts";
import { isLibraryResult } from "./outside/library-results.ts";
import type { Resolver } from "./resolver.ts";
import { rubyTarget } from "./ruby/ruby-calls.ts";
import { isRuby } from "./ruby/ruby-paths.ts";
import { swiftTarget } from "./swift/swift-calls.ts";
import { isSwift } from "./swift/swift-files.ts";
import { calledMember } from "./types/members.ts";
import { overloadFor } from "./types/overloads.ts";
import type { UniqueNames } from "./unique-names.ts";
import {
  type CallTarget,
  type Found,
  type Position,
  type Target,
  targetOf,
  type Value,
} from "./value.ts";

export function callTarget(
  r: Resolver,
  unique: UniqueNames,
  file: number,
  call: Call,
): CallTarget | undefined {
  const place: Position = { file, scope: call.scope };
  if (isRuby(r, file)) return rubyTarget(r, unique, file, call);
  if (call.kind === "macro") return macroTarget(r, call.callee, place);
  if (call.callee === "super" && !isPython(r, file)) return superConstructor(r, place);
  const made = call.kind === "new" ? r.evaluate(`${call.callee}^`, place) : undefined;
  if (made?.value?.kind === "instance") {
    return { target: made.value, tier: r.evaluate(call.callee, place)?.tier ?? made.tier };
  }
  const found = calledName(r, place, call) ?? r.evaluate(call.callee, place);
  return resolveTarget(r, place, call, found) ?? byName(unique, file, call, found);
}

/** Returns the function of Kotlin that a bare name means beside a variable. */
function calledName(r: Resolver, place: Position, { kind, callee }: Call): Found | undefined {
  if (kind !== "call" || callee.includes(".") || !isKotlin(r, place.file)) return undefined;
  return functionBeside(r, place, callee);
}

function resolveTarget(
  r: Resolver,
  place: Position,
  call: Call,
  found: Found | undefined,
): CallTarget | undefined {
  if (found?.value === undefined || call.callee === "super") return undefined;
  const [own = found.value] = found.value.kind === "union" ? found.value.of : [];
  // An object of Kotlin that is only named is not called.
  const isNamed = call.kind !== "call" && isKotlin(r, place.file);
  const first = isNamed ? own : (invoked(r, own, found.receiver, place) ?? own);
  const target = targetOf(calledMember(r, first));
  if (target === undefined) return undefined;
  const meant = functionMeant(r, place, call, found, target);
  return (
    meant && { target: meant, tier: isLibraryResult(found.receiver) ? "dispatch" : found.tier }
  );
}

/** Returns the function that a call of a name means: of several with the name, the one that the rules of its language choose. */
function functionMeant(
  r: Resolver,
  place: Position,
  call: Call,
  found: Found,
  target: Target,
): Target | undefined {
  if (isNative(r, place.file)) return nativeTarget(r, place, call, found.receiver, target);
  if (isKotlin(r, place.file)) return kotlinTarget(r, place, call, found, target);
  if (isSwift(r, place.file)) return swiftTarget(r, place, call, found, target);
  return overloadFor(r, place, call, found, target);
}

function byName(
  unique: UniqueNames,
  file: number,
  call: Call,
  found: Found | undefined,
): CallTarget | undefined {
  if (call.kind !== "call" && call.kind !== "macro") return undefined;
  // The receiver is known and has no such member, so no other definition of that name is meant.
  if (found?.value !== undefined || found?.receiver !== undefined) return undefined;
  // An unknown root belongs to the language, such as JSON or len.
  if (found === undefined && !call.callee.startsWith("?")) return undefined;
  const target = unique.find(file, call.callee);
  return target === undefined ? undefined : { target, tier: "unique" };
}

/** Returns whether a file is Python, where `super()` is an object and its member is called. */
function isPython(r: Resolver, file: number): boolean {
  return r.program.tables(file)?.facts.language === "python";
}

function superConstructor(r: Resolver, place: Position): CallTarget | undefined {
  const above = r.evaluate("super", place)?.value;
  const base = above?.kind === "union" ? above.of[0] : above;
  if (base?.kind !== "instance") return undefined;
  const made = targetOf(r.member(base, "constructor"));
  return { target: made ?? base, tier: "this" };
}

/** Returns all values that a call may refer to if there are several, otherwise none. */
export function meantBy(
  r: Resolver,
  { value, receiver }: Found,
  { callee }: Call,
): readonly Value[] {
  if (value?.kind === "union") return value.of;
  if (receiver?.kind !== "union") return [];
  const name = callee.slice(callee.lastIndexOf(".") + 1);
  return receiver.of.flatMap((item) => r.member(item, name) ?? []);
}
