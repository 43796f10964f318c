/** Notes on the options for `status` and `doctor`: invalid values, problems in their files, and whether hooks are off. */
import { asArray, parseJson } from "@tacit-memory/files";
import { layersFor, readUserConfig } from "../config/config-files.ts";
import { problemsInEnv } from "../config/configured.ts";
import { type Env, isEnabled, optionInEnv } from "../domain/options.ts";
import { keptFiles, keptSkills, readSetting } from "../store/settings.ts";
import type { Workspace } from "../workspace.ts";
import { noteText, type StatusNote } from "./status-notes.ts";

const OFF = { code: "hooks_off" } as const;

export interface Environments {
  /** Completed by the files of options. */
  readonly env: Env;
  /** As the caller passed it; still contains invalid values. */
  readonly statedEnv: Env;
}

export function optionNotes(
  workspace: Pick<Workspace, "home" | "identity">,
  { env, statedEnv }: Environments,
): StatusNote[] {
  const off = isEnabled(env) ? [] : [OFF];
  const problems = problemsOf(workspace, statedEnv);
  return [...off, ...problems.map((problem) => ({ code: "option_problem" as const, problem }))];
}

/** Returns the detail of the check. Throws an error with the problems if there are any. */
export function optionsInUse(
  workspace: Pick<Workspace, "home" | "identity">,
  { env, statedEnv }: Environments,
): string {
  const problems = problemsOf(workspace, statedEnv);
  if (problems.length > 0) throw new Error(problems.join("; "));
  return isEnabled(env) ? "no problems" : noteText(OFF);
}

/** Names the generated files that were not replaced at the last attempt, while the option for them is on. */
export async function keptFileNotes(
  { db, projectId }: Pick<Workspace, "db" | "projectId">,
  { env }: Environments,
): Promise<StatusNote[]> {
  const notes: StatusNote[] = [];
  for (const { option, setting, code } of KEPT) {
    if (optionInEnv(env, option) !== "on") continue;
    const stored = await readSetting(db, setting(projectId));
    const paths = stored === null ? [] : asArray(parseJson(stored));
    if (paths.length > 0) notes.push({ code, paths: paths.join(", ") });
  }
  return notes;
}

const KEPT = [
  {
    option: "memoryFile",
    setting: keptFiles,
    code: "memory_files_kept",
  },
  {
    option: "skillFiles",
    setting: keptSkills,
    code: "skill_files_kept",
  },
] as const;

function problemsOf(
  { home, identity }: Pick<Workspace, "home" | "identity">,
  env: Env,
): readonly string[] {
  return [...problemsInEnv(env), ...layersFor(readUserConfig(home), identity).problems];
}
