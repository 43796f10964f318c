/** Filters statements of a history about files and folders: only those that exist and that the current files support. */

import type { Payload } from "../../domain/payload.ts";
import type { Signal } from "../../domain/signal.ts";
import { newFileText } from "../../domain/text/new-file-text.ts";
import { isBorneOut, type Tree } from "./borne-out.ts";
import { PROPOSE } from "./limits.ts";

/**
 * Leaves out removed files, and drops a statement whose folder or whose files are all removed. Drops all statements of a
 * history whose code was removed.
 */
export function stillThere(signals: readonly Signal[], tree: Tree): Signal[] {
  const isGone = isCodeGone(signals, tree);
  const missing = signals.filter((signal) => !isThereAfterAll(signal, tree));
  return missing.flatMap((signal) => {
    const { type, draft, files } = signal;
    if (type !== "commit" || draft === null) return [signal];
    if (isGone || !holds(draft.payload, tree)) return [];
    const { folder, of, companions } = draft.payload;
    const left = files.filter(tree.isThere);
    if (folder === undefined || of === undefined || companions === undefined)
      return left.length === 0 && files.length > 0
        ? []
        : [{ ...signal, files: left, draft: { ...draft, files: left } }];
    const borneOut = companions.filter(({ path }) => isBorneOut(folder, path, tree));
    if (borneOut.length === 0) return [];
    const changed = borneOut.map(({ path }) => path).filter((path) => !path.endsWith("/"));
    const content = newFileText(folder, of, borneOut);
    const payload = { ...draft.payload, companions: borneOut };
    return [{ ...signal, files: changed, draft: { ...draft, content, payload, files: changed } }];
  });
}

/** Whether something that a session did not find exists now. */
function isThereAfterAll({ draft }: Signal, { isKnown, isThere }: Tree): boolean {
  const absent = draft?.payload.absent;
  return isKnown && absent !== undefined && isThere(absent);
}

function holds({ folder, place, gone, whole = [] }: Payload, { isThere }: Tree): boolean {
  // The old path of a moved file or folder.
  if (gone !== undefined && isThere(gone)) return false;
  return [folder, place, ...whole].filter((item) => item !== undefined).every(isThere);
}

/** Whether the code was removed from the repository, with nearly everything its commits changed. */
function isCodeGone(signals: readonly Signal[], { isThere }: Tree): boolean {
  const files = new Set(signals.flatMap((signal) => signal.files));
  if (files.size < PROPOSE.goneMinFiles) return false;
  const left = [...files].filter(isThere).length;
  return left / files.size < PROPOSE.goneMaxShare;
}
