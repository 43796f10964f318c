/**
 * Removes forgotten memories from the files that Tacit wrote into repositories: the files in `.tacit` and skill files, in each
 * checkout that the store knows. A separate file, because opening a store must not load what writes them.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { MemoryError } from "../domain/errors.ts";
import type { Workspace } from "../workspace.ts";
import { type Checkout, knownCheckouts } from "./checkouts.ts";
import { MEMORY_FILE, TOPIC_FOLDER } from "./markdown/topics.ts";
import { exportedFolders, SKILL_FOLDERS } from "./skills/skill-paths.ts";

export interface StayingFile {
  /** Path relative to the root of the current checkout, or absolute outside it. */
  readonly path: string;
  readonly state: "kept" | "unusable";
  readonly kind: "memories" | "skill";
}

/** Cleans the files of one open store. */
export function fileCleaner(workspace: Workspace) {
  let places: readonly ExportCheckout[] = [];
  let last: readonly StayingFile[] = [];
  /** Cleans each checkout that is or was known. Throws "store_unwritable". */
  const clean = async () => {
    const now = await placesOf(workspace);
    const roots = new Set(now.map(({ identity }) => identity.root));
    return cleanAll(workspace, [
      ...now,
      ...places.filter(({ identity }) => !roots.has(identity.root)),
    ]);
  };
  return {
    /** Runs a change that removes memories, then cleans. The checkouts are noted before: they may be forgotten with their project. */
    around: async <T>(removal: () => Promise<T>): Promise<T> => {
      places = await placesOf(workspace);
      const result = await removal();
      last = await clean();
      return result;
    },
    /**
     * Cleans. Returns the files that may still contain forgotten text, because they must not be changed, with those of the removal before.
     * Throws "store_unwritable" after all checkouts, if a file of the current one cannot be written.
     */
    clean: async (): Promise<readonly StayingFile[]> => {
      const now = await clean();
      const paths = new Set(now.map(({ path }) => path));
      const staying = [...now, ...last.filter(({ path }) => !paths.has(path))];
      last = [];
      return staying;
    },
  };
}

/** A checkout, with the other folders into which skills of its project were exported. */
interface ExportCheckout extends Checkout {
  readonly exported: readonly string[];
}

async function placesOf(workspace: Workspace): Promise<ExportCheckout[]> {
  const places: ExportCheckout[] = [];
  for (const checkout of await knownCheckouts(workspace)) {
    const { db, home } = workspace;
    const exported = await exportedFolders({ db, home, projectId: checkout.projectId });
    places.push({ ...checkout, exported });
  }
  return places;
}

async function cleanAll(
  workspace: Workspace,
  places: readonly ExportCheckout[],
): Promise<readonly StayingFile[]> {
  const staying: StayingFile[] = [];
  let failure: unknown = null;
  for (const place of places) {
    const { projectId, identity, exported } = place;
    const there: Workspace = { ...workspace, projectId, identity };
    const { root } = identity;
    const isCurrent = root === workspace.identity.root;
    const shown = (path: string) => (isCurrent ? path : resolve(root, path));
    try {
      const files = [
        ...(await cleanMemories(there, isCurrent)),
        ...(await cleanSkills(there, exported)),
      ];
      staying.push(...files.map((file) => ({ ...file, path: shown(file.path) })));
    } catch (error) {
      if (isCurrent) failure = error;
      else staying.push({ path: shown(".tacit"), state: "unusable", kind: "memories" });
    }
  }
  if (failure !== null) throw withNote(failure);
  return staying;
}

function withNote(error: unknown): unknown {
  if (!MemoryError.is(error, "store_unwritable")) return error;
  const reason = `${error.facts["reason"]} and may contain forgotten text; the memories are forgotten`;
  return new MemoryError("store_unwritable", { ...error.facts, reason, cause: error });
}

async function cleanMemories(workspace: Workspace, isCurrent: boolean): Promise<StayingFile[]> {
  const { root } = workspace.identity;
  if (![MEMORY_FILE, TOPIC_FOLDER].some((path) => existsSync(join(root, path)))) return [];
  const { hasForgotten, refreshMemoryFiles } = await import("./markdown/memory-files.ts");
  // Another checkout may be at an old commit: its files change only if they contain what was forgotten.
  if (!isCurrent && !(await hasForgotten(workspace))) return [];
  const files = await refreshMemoryFiles(workspace, "listed");
  return files.flatMap(({ path, state }) =>
    state === "kept" || state === "unusable" ? [{ path, state, kind: "memories" as const }] : [],
  );
}

async function cleanSkills(
  workspace: Workspace,
  exported: readonly string[],
): Promise<StayingFile[]> {
  const { root } = workspace.identity;
  if (exported.length === 0 && !SKILL_FOLDERS.some((path) => existsSync(join(root, path))))
    return [];
  const { removeForgottenSkills } = await import("./skills/skill-files.ts");
  const files = await removeForgottenSkills(workspace, exported);
  return files.flatMap(({ path, state }) =>
    state === "kept" ? [{ path, state, kind: "skill" as const }] : [],
  );
}
