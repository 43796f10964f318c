/**
 * Rules a project has written down for its agents: CLAUDE.md, AGENTS.md and their like, item by item, as
 * statements to be recalled. The file stays the source: an item is tied to it, is not shown to agents
 * unasked (their hosts read the file themselves), and goes when it is taken out of the file.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { MemoryType } from "../domain/memory.ts";

/** Where such files lie, relative to the project's root. */
const RULE_FILES: readonly string[] = [
  "AGENTS.md",
  "CLAUDE.md",
  ".claude/CLAUDE.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
  ".github/copilot-instructions.md",
];
export const RULE_FILE_TAG = "rule-file";

export interface RuleItem {
  readonly path: string;
  readonly heading: string;
  readonly text: string;
  readonly type: MemoryType;
}

const MAX_BYTES = 400_000;
const NORMATIVE =
  /\b(?:always|never|must|should|shall|do not|don't|avoid|prefer|use|only|ensure|make sure|required?|forbidden|keep|follow|run|instead)\b/i;
const COMMAND =
  /`(?:npm|pnpm|yarn|bun|cargo|go|make|pytest|python|uv|just|task|docker|mvn|gradle|dotnet|bundle|rake|nx|turbo)\b[^`]*`/;

/** Items of every rule file that is there, in order. */
export function readRuleFiles(root: string): RuleItem[] {
  return RULE_FILES.flatMap((path) => {
    const full = join(root, path);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > MAX_BYTES) return [];
    return parseRules(path, readFileSync(full, "utf8"));
  });
}

/** List items and short paragraphs that say how something is to be done; code, tables and prose are left. */
export function parseRules(path: string, text: string): RuleItem[] {
  const items: RuleItem[] = [];
  let heading = "";
  for (const block of blocks(text)) {
    if (block.startsWith("#")) heading = block.replace(/^#+\s*/, "").replace(/[*_`]/g, "");
    else {
      const rule = block.replace(LIST_MARK, "").replaceAll("**", "");
      if (isRule(rule)) items.push({ path, heading, text: rule, type: typeOf(rule) });
    }
  }
  return items;
}

const LIST_MARK = /^(?:[-*+•]|\d+[.)])\s+(?:\[[ x]\]\s+)?/;

/** Headings, list items and paragraphs, each on one line whatever their wrapping in the file. */
function blocks(text: string): string[] {
  const found: string[] = [];
  let [isCode, isOpen] = [false, false];
  const body = text.replace(/^\uFEFF/, "").replace(/^---\r?\n[\s\S]*?\n---\r?\n/, "");
  for (const raw of body.split(/\r?\n/)) {
    const line = raw.trim();
    const isFence = /^(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    if (isCode || isFence || line === "" || /^(?:[|>@]|<!--)/.test(line)) isOpen = false;
    else if (isOpen && !line.startsWith("#") && !LIST_MARK.test(line))
      found.push(`${found.pop()} ${line}`);
    else {
      found.push(line);
      isOpen = !line.startsWith("#");
    }
  }
  return found;
}

function isRule(text: string): boolean {
  return (
    text.length >= 20 &&
    text.length <= 600 &&
    !text.startsWith("@") &&
    (NORMATIVE.test(text) || COMMAND.test(text))
  );
}

function typeOf(rule: string): MemoryType {
  if (COMMAND.test(rule) && !/\b(?:never|don't|do not|avoid)\b/i.test(rule))
    return "workflow_recipe";
  return /\b(?:prefer|like)\b/i.test(rule) ? "preference" : "convention";
}
