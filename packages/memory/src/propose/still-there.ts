/** What a history says of files and folders: only while they are there. */
import type { Signal } from "../domain/signal.ts";

/** Files that are gone are left out, and a saying with its folder, or where none of its files is left. */
export function stillThere(
  signals: readonly Signal[],
  isThere: (path: string) => boolean,
): Signal[] {
  return signals.flatMap((signal) => {
    const { type, draft, files } = signal;
    if (type !== "commit" || draft === null) return [signal];
    const { folder, place, gone } = draft.payload;
    // The old place of what was moved.
    if (typeof gone === "string" && isThere(gone)) return [];
    const named = [folder, place].filter((one) => typeof one === "string");
    if (!named.every(isThere)) return [];
    const left = files.filter(isThere);
    if (left.length === 0 && files.length > 0) return [];
    return [{ ...signal, files: left, draft: { ...draft, files: left } }];
  });
}
