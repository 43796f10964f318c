/** What should be stored of a project's rule files: each rule once, whichever files contain it; or each file once. */
import { createHash } from "node:crypto";
import { MAX_GLOBS } from "../../capture/rule-files/rule-globs.ts";
import type { MemoryType } from "../../domain/memory.ts";
import { clip, normaliseText } from "../../domain/text/text.ts";
import type { Rule } from "./parse-rules.ts";
import type { RuleFile, RuleSkill } from "./rule-files.ts";
import { RULES } from "./tuning.ts";

export interface WantedRule {
  /** Stable as long as the rule's content is unchanged. */
  readonly externalId: string;
  readonly content: string;
  readonly type: MemoryType;
  /** The files that contain the rule. */
  readonly files: readonly string[];
  /** Globs of the files it applies to; empty: all. */
  readonly triggers: readonly string[];
  /** Location of its first occurrence. */
  readonly path: string;
  readonly line: number;
}

/** Returns each rule once. A rule without a scope in one of its files has none. */
export function distinctRules(rules: readonly Rule[]): WantedRule[] {
  const byContent = Map.groupBy(rules, ({ content }) => normaliseText(content));
  return [...byContent].map(([key, stated]) => {
    const [first] = stated as [Rule, ...Rule[]];
    const isEverywhere = stated.some(({ appliesTo }) => appliesTo.length === 0);
    return {
      externalId: `rule:${shortHash(key)}`,
      content: first.content,
      type: first.type,
      files: [...new Set(stated.map(({ path }) => path))],
      triggers: isEverywhere ? [] : scopes(stated),
      path: first.path,
      line: first.line,
    };
  });
}

/** Returns one statement per file: that it exists, what it applies to and what it is about. */
export function referencesTo(files: readonly RuleFile[]): WantedRule[] {
  return files
    .filter(({ rules, headings }) => rules > 0 || headings.length > 0)
    .map(({ path, appliesTo, headings, rules }) => {
      const about = appliesTo.length === 0 ? "the whole project" : appliesTo.join(", ");
      const spoken = headings.length === 0 ? "" : ` It speaks of: ${headings.join("; ")}.`;
      const counted = `${rules} ${rules === 1 ? "rule" : "rules"}`;
      const content = `See \`${path}\` for ${counted} that must be followed in ${about}.${spoken}`;
      return {
        // The id depends on the content, so that a changed file is stored anew.
        externalId: `rule:file:${shortHash(content)}`,
        content: clip(content, RULES.ruleChars),
        type: "convention" as const,
        files: [path],
        triggers: appliesTo,
        path,
        line: 1,
      };
    });
}

/** Returns one statement per skill: when to use it, and where it is. Agents load its text from the file. */
export function skillReferences(skills: readonly RuleSkill[]): WantedRule[] {
  return skills.map(({ path, name, description, appliesTo }) => {
    const content = `Skill \`${name}\` in \`${path}\`: ${description}`;
    return {
      externalId: `rule:skill:${shortHash(content)}`,
      content: clip(content, RULES.ruleChars),
      type: "workflow_recipe" as const,
      files: [path],
      triggers: appliesTo,
      path,
      line: 1,
    };
  });
}

function scopes(rules: readonly Rule[]): string[] {
  return [...new Set(rules.flatMap(({ appliesTo }) => appliesTo))].slice(0, MAX_GLOBS);
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
