/** Refreshes the files that Tacit writes into a repository after each session, if their options are on. */
import { type Env, optionInEnv } from "../domain/options.ts";
import type { Upkeep } from "../learn/learn-session.ts";
import type { Workspace } from "../workspace.ts";

export function fileUpkeep(workspace: Workspace, env: Env): Upkeep[] {
  const all = [
    {
      option: "memoryFile",
      name: "memory files",
      refresh: async () =>
        (await import("./markdown/memory-files.ts")).refreshMemoryFiles(workspace),
    },
    {
      option: "skillFiles",
      name: "skill files",
      refresh: async () => (await import("./skills/skill-files.ts")).refreshSkillFiles(workspace),
    },
  ] as const;
  return all
    .filter(({ option }) => optionInEnv(env, option) === "on")
    .map(({ name, refresh }) => ({ name, run: async (mayGoOn) => mayGoOn() && (await refresh()) }));
}
