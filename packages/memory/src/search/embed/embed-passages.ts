/** Computes the vectors of passages that have none yet. */
import { quantize } from "@tacit-memory/encoder";
import type { StoredPassage } from "../../store/sessions/passages.ts";
import { listUnembedded, saveEmbedding } from "../../store/sessions/passages.ts";
import type { Workspace } from "../../workspace.ts";
import { ignoreUnavailableStore } from "../../workspace.ts";
import { encoderIfThere } from "../encoders/built-in-encoder.ts";

/** Returns the text of a passage that is embedded. */
export function embeddedText({ context, content }: StoredPassage): string {
  return `${context}\n${content}`;
}

/** Passages embedded between two checks of the time. */
const EMBEDDED_AT_ONCE = 100;

/** Computes the missing vectors, as far as time allows. Does nothing without an encoder. */
export async function embedPassages(workspace: Workspace, mayGoOn: () => boolean = () => true) {
  if (workspace.meaning.isOff || !mayGoOn()) return;
  let due = await listUnembedded(workspace.db, EMBEDDED_AT_ONCE);
  const encoder = due.length === 0 ? null : encoderIfThere();
  if (encoder === null) return;
  try {
    while (due.length > 0 && mayGoOn()) {
      const made = due.map(
        (storedPassage) =>
          [storedPassage, quantize(encoder.encodeNow(embeddedText(storedPassage)))] as const,
      );
      await workspace.db.transaction(async (tx) => {
        for (const [one, vector] of made) await saveEmbedding(tx, one, vector);
      });
      due = await listUnembedded(workspace.db, EMBEDDED_AT_ONCE);
    }
  } catch (error) {
    ignoreUnavailableStore(error);
  } finally {
    await encoder.close();
  }
}
