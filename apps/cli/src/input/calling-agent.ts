/**
 * Decides whether an agent runs the command. These hosts mark the shells of their tools with a variable; other hosts have none
 * that is documented. A person who types the command into such a shell counts as the agent, which only lowers the trust.
 */
import type { Machine } from "../machine.ts";

const MARKS: readonly (readonly [variable: string, agent: string])[] = [
  ["CLAUDECODE", "claude-code"],
  ["GEMINI_CLI", "gemini"],
];

/** Returns the agent's name; null for a person. */
export function callingAgent({ env }: Pick<Machine, "env">): string | null {
  return MARKS.find(([variable]) => env[variable] === "1")?.[1] ?? null;
}
