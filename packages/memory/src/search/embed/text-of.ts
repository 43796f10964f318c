/** What of a memory is embedded: what it says, and before it, on request, where it belongs. Pure. */
import type { Memory } from "../../domain/memory.ts";
import { EMBED } from "./limits.ts";

type Embeddable = Pick<Memory, "type" | "title" | "content" | "files" | "payload">;

/**
 * With a prefix, one line of files, module and type comes first: `Files: a.ts, b.ts | Module: auth | Type:
 * gotcha`. A title that only repeats how the content begins is left out.
 */
export function textOf(
  memory: Embeddable,
  { withPrefix }: { readonly withPrefix: boolean },
): string {
  const lines = [
    ...(withPrefix ? [prefixOf(memory)] : []),
    ...(isRepeated(memory) ? [] : [memory.title.trim()]),
    memory.content,
  ].filter((line) => line !== "");
  return clipped(lines.join("\n"));
}

function prefixOf({ files, payload, type }: Embeddable): string {
  const { module } = payload;
  const named = files.slice(0, EMBED.prefixFiles);
  return [
    ...(named.length === 0 ? [] : [`Files: ${named.join(", ")}`]),
    ...(typeof module === "string" && module !== "" ? [`Module: ${module}`] : []),
    `Type: ${type.replaceAll("_", " ")}`,
  ].join(" | ");
}

function isRepeated({ title, content }: Embeddable): boolean {
  const start = title.trim().replace(/\s*(?:…|\.\.\.)$/u, "");
  return content.trimStart().startsWith(start);
}

/** Half of a surrogate pair, left at the cut or in the text itself, is read differently by every tokeniser. */
function clipped(text: string): string {
  return text.slice(0, EMBED.maxTextChars).toWellFormed();
}
