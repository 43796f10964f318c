/**
 * What works only in part: codes with their facts, and the English sentences of commands and of the MCP server. The panel makes
 * its own sentences. `problem` is what a program, a file or a server reported, in its own words.
 */
import { type ProjectWarning, projectWarningText } from "@tacit-memory/project";
import { grouped } from "../domain/text/grouped.ts";

export type StatusNote =
  | ProjectWarning
  | { readonly code: "hooks_off" }
  | { readonly code: "option_problem"; readonly problem: string }
  /** Generated files that were not replaced. */
  | { readonly code: "memory_files_kept" | "skill_files_kept"; readonly paths: string }
  | { readonly code: "meaning_off" }
  | { readonly code: "encoder_missing"; readonly problem: string }
  | {
      readonly code: "encoder_problem" | "reranker_problem" | "writer_problem";
      readonly model: string;
      readonly problem: string;
    }
  | { readonly code: "vector_file_problem"; readonly problem: string }
  | { readonly code: "sqlite_old"; readonly version: string }
  | { readonly code: "vectors_missing"; readonly chosen: string; readonly active: string }
  | ({
      readonly code: "vectors_to_come";
      readonly chosen: string;
      readonly active: string;
    } & Waiting)
  | ({ readonly code: "vectors_to_come_active"; readonly active: string } & Waiting)
  | { readonly code: "former_project"; readonly project: string; readonly count: number };

/** Memories without a vector, of all. */
interface Waiting {
  readonly count: number;
  readonly total: number;
}

/** The next step for a damaged vector file. The file only makes search faster. */
export const MADE_ANEW =
  "recall rebuilds the file from the store and is slower until then; if the problem stays, delete the file";

/** The next step after a failure of a model. */
export const LOOK = "run `tacit models check` for details";

const BY_WORDS = "recall searches by words, files, errors and triggers";
const KEPT =
  "not updated, because they contain changes or memories that are not imported, or are no regular files";
const MAKE = "to make them, run `tacit models embed`";

export function noteText(note: StatusNote): string {
  switch (note.code) {
    case "hooks_off":
      return "hooks are off: they capture nothing and show nothing; to see where this was set, run `tacit config get enabled --json`";
    case "option_problem":
      return note.problem;
    case "memory_files_kept":
      return `${KEPT}: ${note.paths}; to import topic files, run \`tacit import export .tacit/memory --edits\`; to replace a file, delete it`;
    case "skill_files_kept":
      return `${KEPT}: ${note.paths}; to import skills, run \`tacit import skills\`; to replace a file, delete it`;
    case "meaning_off":
      return `search by meaning is off: ${BY_WORDS}`;
    case "encoder_missing":
      return `no encoder is available (${note.problem}): ${BY_WORDS}`;
    case "encoder_problem":
      return `encoder ${note.model}: ${note.problem}; ${LOOK}`;
    case "reranker_problem":
    case "writer_problem":
      return `${note.model}: ${note.problem}; ${LOOK}`;
    case "vector_file_problem":
      return `vector file next to the store: ${note.problem}; ${MADE_ANEW}`;
    case "sqlite_old":
      return `SQLite ${note.version} is older than 3.51.3: the store uses the slower rollback-journal mode`;
    case "vectors_missing":
      return `chosen encoder: ${note.chosen}, active encoder: ${note.active}; the vectors of the chosen encoder are missing: ${MAKE}`;
    case "vectors_to_come":
      return `chosen encoder: ${note.chosen}, active encoder: ${note.active}; ${waitingText(note)}`;
    case "vectors_to_come_active":
      return `active encoder: ${note.active}; ${waitingText(note)}`;
    case "former_project": {
      const what = note.count === 1 ? "memory is" : "memories are";
      return `${note.count} ${what} stored for ${note.project}, which this folder was before; if it is the same project, run: tacit projects merge ${note.project} .`;
    }
    default:
      return projectWarningText(note);
  }
}

function waitingText({ count, total }: Waiting): string {
  const far = `${grouped(count)} of ${grouped(total)} memories have no vector yet`;
  return `${far}: ${MAKE} (a running MCP server or panel also makes them in the background)`;
}
