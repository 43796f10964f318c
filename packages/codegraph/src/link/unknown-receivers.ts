/** Calls of a member whose receiver is not known: any definition of that name may be the one that runs. */
import type { Call } from "../facts/facts.ts";
import type { Resolver } from "./resolver.ts";
import type { Value } from "./value.ts";

const MEMBER = /\.([^.()[\]^~<>]+)$/;

/** The member's name, where the call may mean a definition of this project; undefined where it does not. */
export function unknownMember(r: Resolver, file: number, call: Call): string | undefined {
  if (call.kind !== "call") return undefined;
  const name = MEMBER.exec(call.callee)?.[1];
  if (name === undefined) return undefined;
  const found = r.evaluate(call.callee, { file, scope: call.scope });
  // A root that means nothing here is the language's own, such as JSON or len.
  if (found === undefined) return call.callee.startsWith("?") ? name : undefined;
  const isOutside = isOutsideOnly(found.value) || isOutsideOnly(found.receiver);
  return isOutside ? undefined : name;
}

/** Types that say nothing of what is there. */
const ANYTHING = new Set(["any", "unknown", "object", "Any", "Object", "interface", "dyn", "T"]);

function isOutsideOnly(value: Value | undefined): boolean {
  if (value?.kind === "union") return value.of.every(isOutsideOnly);
  return value?.kind === "external" && !ANYTHING.has(value.name);
}

/** By name: the lines of such calls in one file, in the order of the file. */
export class UnknownCalls {
  readonly #lines = new Map<string, number[]>();

  add(name: string, line: number): void {
    const lines = this.#lines.get(name);
    if (lines === undefined) this.#lines.set(name, [line]);
    else lines.push(line);
  }

  /** `name line line …` for each name: see `graph/unknown-calls.ts`. */
  written(): string[] {
    return [...this.#lines].map(([name, lines]) => `${name} ${lines.join(" ")}`);
  }
}
