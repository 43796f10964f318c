/** Notes on the options for `status` and `doctor`: invalid values, problems in their files, and whether hooks are off. */
import { asArray, parseJson } from "@tacit-memory/files";
import { layersFor, readUserConfig } from "../config/config-files.ts";
import { problemsInEnv } from "../config/configured.ts";
import { type Env, isEnabled, optionInEnv } from "../domain/options.ts";
import { keptFiles, keptSkills, readSetting } from "../store/settings.ts";
import type { Workspace } from "../workspace.ts";

const OFF =
  "hooks are off: they capture nothing and show nothing; to see where this was set, run `tacit config get enabled --json`";

export interface Environments {
  /** Completed by the files of options. */
  readonly env: Env;
  /** As the caller passed it; still contains invalid values. */
  readonly statedEnv: Env;
}

export function optionNotes(
  workspace: Pick<Workspace, "home" | "identity">,
  { env, statedEnv }: Environments,
): string[] {
  return [...(isEnabled(env) ? [] : [OFF]), ...problemsOf(workspace, statedEnv)];
}

/** Returns the detail of the check. Throws an error with the problems if there are any. */
export function optionsInUse(
  workspace: Pick<Workspace, "home" | "identity">,
  { env, statedEnv }: Environments,
): string {
  const problems = problemsOf(workspace, statedEnv);
  if (problems.length > 0) throw new Error(problems.join("; "));
  return isEnabled(env) ? "no problems" : OFF;
}

/** Names the generated files that were not replaced at the last attempt, while the option for them is on. */
export async function keptFileNotes(
  { db, projectId }: Pick<Workspace, "db" | "projectId">,
  { env }: Environments,
): Promise<string[]> {
  const notes: string[] = [];
  for (const { option, setting, next } of KEPT) {
    if (optionInEnv(env, option) !== "on") continue;
    const stored = await readSetting(db, setting(projectId));
    const paths = stored === null ? [] : asArray(parseJson(stored));
    if (paths.length > 0)
      notes.push(
        `not updated, because they contain changes or memories that are not imported, or are no regular files: ${paths.join(", ")}; ${next}; to replace a file, delete it`,
      );
  }
  return notes;
}

const KEPT = [
  {
    option: "memoryFile",
    setting: keptFiles,
    next: "to import topic files, run `tacit import export .tacit/memory --edits`",
  },
  {
    option: "skillFiles",
    setting: keptSkills,
    next: "to import skills, run `tacit import skills`",
  },
] as const;

function problemsOf(
  { home, identity }: Pick<Workspace, "home" | "identity">,
  env: Env,
): readonly string[] {
  return [...problemsInEnv(env), ...layersFor(readUserConfig(home), identity).problems];
}
