/** Removes white space without meaning from a text that a person or an agent states. */

/**
 * Removes blanks at the ends of lines, the indentation that all lines share, and blank lines except one between others. All other
 * indentation stays: it carries meaning in code.
 */
export function foldLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  let common = Number.POSITIVE_INFINITY;
  for (const line of lines)
    if (line !== "") common = Math.min(common, line.length - line.trimStart().length);
  return lines
    .map((line) => line.slice(common))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
