/** Hooks of agent hosts: what the bundled hook does, for the CLI to do as well. */
export { CLAUDE_CODE_EVENTS } from "./claude-code/claude-code.ts";
export type { HookFailure } from "./hook-log.ts";
export { recentFailures } from "./hook-log.ts";
export { readInput } from "./read-input.ts";
export { HOOK_HOSTS, type HookEnvironment, runHook } from "./run-hook.ts";
