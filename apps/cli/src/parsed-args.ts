/** Reading what the caller wrote: each accessor gives the value in its type, or says how it is wrong. */
import { learnedBetween, MemoryError, validBetween } from "@tacit-memory/memory";
import type { ParsedArgs } from "./command.ts";
import type { CommandContext } from "./command-context.ts";

/** The argument at this position; "" where an optional one was left out. */
export function argument(given: ParsedArgs, index: number): string {
  return given.args[index] ?? "";
}

/** All arguments from this position on as one text, so that short texts need no quotes. */
export function sentence(given: ParsedArgs, from = 0): string {
  return given.args.slice(from).join(" ");
}

export function text(given: ParsedArgs, name: string): string | undefined {
  const value = given.options[name];
  return typeof value === "string" ? value : undefined;
}

/** A repeatable option's values, in order. */
export function texts(given: ParsedArgs, name: string): string[] {
  const value = given.options[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function flag(given: ParsedArgs, name: string): boolean {
  return given.options[name] === true;
}

/** A whole number from `least` on. Throws "usage". */
export function count(given: ParsedArgs, name: string, least = 0): number | undefined {
  const value = text(given, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < least) {
    throw new MemoryError("usage", {
      option: `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      given: value,
      expected: `${least} or more`,
    });
  }
  return number;
}

/** `--since` and `--until` as times. Throws "time_unknown". */
export function learnedIn(given: ParsedArgs, { machine }: CommandContext) {
  return learnedBetween(
    { since: text(given, "since"), until: text(given, "until") },
    machine.nowMs(),
  );
}

/** `--valid-from` and `--valid-until` as times. Throws "time_unknown". */
export function validIn(given: ParsedArgs, { machine }: CommandContext) {
  return validBetween(
    { from: text(given, "validFrom"), until: text(given, "validUntil") },
    machine.nowMs(),
  );
}

/** The option as one of these. Throws "usage" with the list. */
export function choice<T extends string>(
  given: ParsedArgs,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = text(given, name);
  return value === undefined ? undefined : oneOf(`--${name}`, value, choices);
}

export function choices<T extends string>(given: ParsedArgs, name: string, all: readonly T[]): T[] {
  return texts(given, name).map((value) => oneOf(`--${name}`, value, all));
}

export function oneOf<T extends string>(what: string, value: string, all: readonly T[]): T {
  const found = all.find((one) => one === value);
  if (found === undefined) {
    throw new MemoryError("usage", { [what]: value, expected: all.join(", ") });
  }
  return found;
}
