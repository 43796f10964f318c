/** Parses the text of a rule file into its rules and the lines that are not rules, each with the reason. */

import { appliesTo } from "../../capture/rule-files/rule-globs.ts";
import type { MemoryType } from "../../domain/memory.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { judge, withoutMarkup } from "./rule-type.ts";
import { type LeftOut, type PlacedStatement, statementsOf } from "./statements.ts";
import { RULES } from "./tuning.ts";

export interface Rule {
  /** The file that contains the rule, from the project's root, and the line. */
  readonly path: string;
  readonly line: number;
  /** The rule's heading; "" if it is meaningless. */
  readonly heading: string;
  readonly text: string;
  /** The stored text: the heading, the rule and its code. */
  readonly content: string;
  readonly type: MemoryType;
  /** Globs, from the root, of the files it applies to; empty: all. */
  readonly appliesTo: readonly string[];
}

export interface ParsedRules {
  readonly rules: readonly Rule[];
  readonly left: readonly LeftOut[];
  /** All headings, outermost first, for references that only state that the file exists. */
  readonly headings: readonly string[];
  readonly appliesTo: readonly string[];
}

const GENERIC =
  /^(?:(?:general|core|key|important|critical|basic|project|repository|coding|code|development|agent|ai)\s+)*(?:rules?|overview|notes?|guidelines?|guidance|conventions?|standards?|instructions?|principles?|do|do['’]?s|always|important|general|examples?|commands?|usage|context|summary|details|requirements?|best practices|introduction|basics|patterns?|(?:agents|claude|gemini|qwen|copilot-instructions)(?:\.md)?)\W*$/i;
/** Matches headings that reverse the meaning of the text under them and must never be omitted. */
const TURNING =
  /^(?:do not|don['’]?ts?|never|avoid|forbidden|anti-?patterns?|what not to do|not allowed)\W*$/i;

/** `folder`: the folder the file applies to, from the root; "" is everything. */
export function parseRules(path: string, text: string, folder = ""): ParsedRules {
  const { fields, body, firstLine } = splitFrontmatter(text);
  const globs = appliesTo(folder, [
    ...(fields.get("globs") ?? []),
    ...(fields.get("applyto") ?? []),
    ...(fields.get("paths") ?? []),
  ]);
  const isAlways = fields.get("alwaysapply")?.[0] === "true";
  const scope = isAlways ? appliesTo(folder, []) : globs;
  const { statements, left } = statementsOf(body, firstLine);
  const rules: Rule[] = [];
  const out: LeftOut[] = [...left];
  for (const statement of statements) {
    const judged = judge(statement);
    if (judged.isRule) rules.push(toRule(statement, judged.type, path, scope));
    else out.push({ line: statement.line, text: statement.text, reason: judged.reason });
  }
  out.sort((a, b) => a.line - b.line);
  const headings = [...new Set(statements.flatMap(({ context }) => context))];
  return { rules, left: out, headings, appliesTo: scope };
}

function toRule(
  placedStatement: PlacedStatement,
  type: MemoryType,
  path: string,
  scope: readonly string[],
): Rule {
  const text = withoutMarkup(placedStatement.text);
  const heading = headingOf(placedStatement.context, text);
  const withHeading = heading === "" ? text : `${heading}: ${text}`;
  const fenced =
    placedStatement.code === ""
      ? ""
      : `\n\`\`\`${placedStatement.language}\n${placedStatement.code}\n\`\`\``;
  // The heading is dropped if the content is too long.
  const content =
    withHeading.length + fenced.length > RULES.ruleChars ? text + fenced : withHeading + fenced;
  return { path, line: placedStatement.line, heading, text, content, type, appliesTo: scope };
}

/** Returns the innermost meaningful heading, with its parent if it says little alone. */
function headingOf(context: readonly string[], text: string): string {
  const headings = context.map(withoutMarkup).filter((item) => item !== "");
  const own = headings.at(-1) ?? "";
  if (own === "" || own.toLowerCase() === text.toLowerCase()) return "";
  const outer = headings.slice(0, -1).findLast((item) => !GENERIC.test(item)) ?? "";
  if (TURNING.test(own)) return headings.length > 2 && outer !== "" ? `${outer}: ${own}` : own;
  if (!GENERIC.test(own)) return own;
  // The outermost heading is the project's name, which would be on every rule.
  return headings.indexOf(outer) > 0 ? outer : "";
}
