/** Finds the steps in the text of a skill without a section of steps: its numbered list, or else the headings of its parts. */
import { markdownBlocks } from "../../domain/text/markdown-blocks.ts";
import { clip } from "../../domain/text/text.ts";

const MAX_STEPS = 20;
const MAX_CHARS = 300;
/** Number that a heading of a step begins with. */
const NUMBER = /^(?:step\s+)?\d{1,2}[.):]?\s+/i;

/** Returns at most 20 steps of at most 300 characters; empty if the text has neither. */
export function stepsOfText(body: string): string[] {
  const blocks = markdownBlocks(body);
  const numbered = blocks.filter(({ kind, depth }) => kind === "step" && depth === 0);
  const headings = blocks.filter(({ kind, depth }) => kind === "heading" && depth === 2);
  const steps = numbered.length > 1 ? numbered : headings;
  return steps
    .map(({ text }) => clip(text.replace(NUMBER, ""), MAX_CHARS))
    .filter((text) => text !== "")
    .slice(0, MAX_STEPS);
}
