/** Builds the text of a memory that is embedded: its content, optionally after a line with its origin. Pure. */
import type { Memory } from "../../domain/memory.ts";
import { EMBED } from "./limits.ts";

type Embeddable = Pick<Memory, "type" | "title" | "content" | "files" | "payload">;

/**
 * Returns the text. With a prefix, a line with files, module and type comes first: `Files: a.ts, b.ts | Module: auth | Type:
 * gotcha`. A title that only repeats the beginning of the content is left out.
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
    ...(module !== undefined && module !== "" ? [`Module: ${module}`] : []),
    `Type: ${type.replaceAll("_", " ")}`,
  ].join(" | ");
}

function isRepeated({ title, content }: Embeddable): boolean {
  const start = title.trim().replace(/\s*(?:…|\.\.\.)$/u, "");
  return content.trimStart().startsWith(start);
}

/**
 * Cuts a text and removes half surrogate pairs, at the cut or in the text, because every tokeniser reads them differently.
 */
function clipped(text: string): string {
  return text.slice(0, EMBED.maxTextChars).toWellFormed();
}
