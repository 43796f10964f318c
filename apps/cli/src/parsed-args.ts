/** Reads the caller's arguments: each accessor returns the value in its type or reports what is wrong. */
import { learnedBetween, MemoryError, validBetween } from "@tacit-memory/memory";
import type { ParsedArgs } from "./command.ts";
import type { CommandContext } from "./command-context.ts";

/** Returns the argument at this position; "" for an omitted optional one. */
export function argument(input: ParsedArgs, index: number): string {
  return input.args[index] ?? "";
}

/** Returns all arguments from this position on as one text, so that short texts need no quotes. */
export function sentence(input: ParsedArgs, from = 0): string {
  return input.args.slice(from).join(" ");
}

export function text(input: ParsedArgs, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === "string" ? value : undefined;
}

/** Returns a repeatable option's values in order. */
export function texts(input: ParsedArgs, name: string): string[] {
  const value = input.options[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function flag(input: ParsedArgs, name: string): boolean {
  return input.options[name] === true;
}

/** Returns an integer of at least `min`. Throws "usage". */
export function count(input: ParsedArgs, name: string, min = 0): number | undefined {
  const value = text(input, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < min) {
    throw new MemoryError("usage", {
      option: `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      given: value,
      expected: `${min} or more`,
    });
  }
  return number;
}

const MAX_PORT = 65_535;

/** Returns `--port`; 0, the default, means any free port. Throws "usage". */
export function port(input: ParsedArgs): number {
  const number = count(input, "port") ?? 0;
  if (number <= MAX_PORT) return number;
  throw new MemoryError("usage", { option: "--port", given: number, expected: `0 to ${MAX_PORT}` });
}

/** `--since` and `--until` as times. Throws "time_unknown". */
export function learnedIn(input: ParsedArgs, { machine }: CommandContext) {
  return learnedBetween(
    { since: text(input, "since"), until: text(input, "until") },
    machine.nowMs(),
  );
}

/** `--valid-from` and `--valid-until` as times. Throws "time_unknown". */
export function validIn(input: ParsedArgs, { machine }: CommandContext) {
  return validBetween(
    { from: text(input, "validFrom"), until: text(input, "validUntil") },
    machine.nowMs(),
  );
}

/** Returns the option as one of the choices. Throws "usage" with the list. */
export function choice<T extends string>(
  input: ParsedArgs,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = text(input, name);
  return value === undefined ? undefined : oneOf(`--${name}`, value, choices);
}

export function choices<T extends string>(input: ParsedArgs, name: string, all: readonly T[]): T[] {
  return texts(input, name).map((value) => oneOf(`--${name}`, value, all));
}

export function oneOf<T extends string>(what: string, value: string, all: readonly T[]): T {
  const found = all.find((item) => item === value);
  if (found === undefined) {
    throw new MemoryError("usage", { [what]: value, expected: all.join(", ") });
  }
  return found;
}
