/** Hooks of agent hosts: exports what the bundled hook does, for the CLI. */
export type { HookEnvironment } from "./hook-environment.ts";
export type { HookFailure } from "./hook-log.ts";
export { recentFailures } from "./hook-log.ts";
export { endSoon, runHookProcess } from "./hook-process.ts";
export { applyPlan } from "./registration/apply-plan.ts";
export { describePlan } from "./registration/describe-plan.ts";
export { hostsFound, REGISTERED_HOSTS } from "./registration/hosts/hosts.ts";
export { MCP_FILES, serverSnippet } from "./registration/hosts/mcp-files.ts";
export {
  configBackups,
  connectedAtMs,
  type FileChange,
  missingPrograms,
  type Plan,
  planConnect,
  planDisconnect,
  registeredFiles,
} from "./registration/plan.ts";
export type {
  ConnectRequest,
  DisconnectRequest,
  RegisteredHost,
} from "./registration/registered-host.ts";
export { HOOK_HOSTS, runHook } from "./run-hook.ts";
export { type Job, startWorker } from "./worker.ts";
