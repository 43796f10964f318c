/**
 * Reads the rules a project has written for its agents (CLAUDE.md, AGENTS.md and others), as statements to be recalled or
 * only as references. The file stays the source: a rule is anchored to it, is not shown to agents unasked (their hosts read
 * the file themselves), and is withdrawn when it is removed from the file.
 */
import { join } from "node:path";
import { type ReadRefusal, readProjectFile } from "@tacit-memory/files";
import {
  asRuleFile,
  type FoundRuleFile,
  findRuleFiles,
  isInside,
  realPath,
} from "../../capture/rule-files/find-rule-files.ts";
import { isOwnSkill } from "../../capture/rule-files/own-skill.ts";
import { appliesTo } from "../../capture/rule-files/rule-globs.ts";
import { readSkill } from "../skills/read-skill.ts";
import { importsIn } from "./inline-imports.ts";
import { withoutOwnBlock } from "./own-block.ts";
import { parseRules, type Rule } from "./parse-rules.ts";
import type { LeftOut } from "./statements.ts";
import { RULES } from "./tuning.ts";

export interface RuleFile {
  /** Path from the project's root. */
  readonly path: string;
  /** Globs, from the root, of the files it applies to; empty: the whole project. */
  readonly appliesTo: readonly string[];
  readonly rules: number;
  readonly headings: readonly string[];
}

export interface RuleSkill {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly appliesTo: readonly string[];
}

export interface RuleReading {
  readonly files: readonly RuleFile[];
  /** In file order; a rule in several files appears once for each. */
  readonly rules: readonly Rule[];
  readonly left: readonly (LeftOut & { readonly path: string })[];
  /** Skills of people, without those that Tacit wrote. */
  readonly skills: readonly RuleSkill[];
  /** Existing files that could not be read: their rules are unknown now. */
  readonly unread: readonly string[];
  /** What could not or must not be read, described in words; the first thousand. */
  readonly problems: readonly {
    readonly path: string;
    readonly line: number;
    readonly reason: string;
  }[];
}

interface RequestedRuleFile extends FoundRuleFile {
  /** Number of imports that lead to it. */
  readonly depth: number;
}

/** Reads every existing rule file and what they import, each file once. */
export function readRuleFiles(root: string): RuleReading {
  const reader = new RuleReader(root);
  let wanted: RequestedRuleFile[] = findRuleFiles(root).map((file) => ({ ...file, depth: 0 }));
  while (wanted.length > 0) wanted = wanted.flatMap((file) => reader.read(file));
  return reader;
}

const WHY_NOT: Readonly<Record<Exclude<ReadRefusal, "not_a_file">, string>> = {
  missing: "no such file",
  outside: "outside the project, not read",
  too_large: `larger than ${RULES.fileBytes} bytes, not read`,
  unreadable: "cannot be read",
};
const MAX_PROBLEMS = 1000;
const TOO_MANY = `more than ${RULES.files} rule files, not read`;

class RuleReader implements RuleReading {
  readonly files: RuleFile[] = [];
  readonly rules: Rule[] = [];
  readonly left: (LeftOut & { readonly path: string })[] = [];
  readonly skills: RuleSkill[] = [];
  readonly unread: string[] = [];
  readonly problems: { readonly path: string; readonly line: number; readonly reason: string }[] =
    [];
  readonly #root: string;
  readonly #realRoot: string | null;
  /** By real path: a link to a rule file counts as that file. */
  readonly #seen = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    this.#realRoot = realPath(root);
  }

  /** Reads a file and returns the files it imports. */
  read(file: RequestedRuleFile): RequestedRuleFile[] {
    const full = join(this.#root, file.path);
    const real = realPath(full);
    if (real === null || this.#seen.has(real)) return [];
    this.#seen.add(real);
    if (this.files.length + this.skills.length >= RULES.files) {
      this.unread.push(file.path);
      this.#addProblem({ path: file.path, line: 1, reason: TOO_MANY });
      return [];
    }
    const written = this.#text(file.path);
    if (written === null) return [];
    if (file.isSkill) {
      this.#skill(file, written);
      return [];
    }
    const text = withoutOwnBlock(written);
    const parsed = parseRules(file.path, text, file.folder);
    const { rules, headings, appliesTo } = parsed;
    this.files.push({ path: file.path, appliesTo, rules: rules.length, headings });
    this.rules.push(...rules);
    this.left.push(...parsed.left.map((leftOut) => ({ ...leftOut, path: file.path })));
    return file.isImporting ? this.#imports(file, text) : [];
  }

  #skill({ path, folder }: RequestedRuleFile, text: string): void {
    if (isOwnSkill(text)) return;
    const found = readSkill(text);
    if ("problem" in found) this.#addProblem({ path, line: 1, reason: found.problem });
    else {
      const name = path.split("/").at(-2) ?? "";
      const { trigger: description } = found.skill;
      this.skills.push({ path, name, description, appliesTo: appliesTo(folder, []) });
    }
  }

  #imports(file: RequestedRuleFile, text: string): RequestedRuleFile[] {
    return importsIn(text, file.path).flatMap(({ written, line, path }) => {
      const refuse = (reason: string) => {
        this.#addProblem({ path: file.path, line, reason: `@${written}: ${reason}` });
        return [];
      };
      if (path === null || this.#realRoot === null) return refuse("outside the project, not read");
      const full = join(this.#root, path);
      if (realPath(full) === null) return refuse("no such file");
      if (!isInside(this.#realRoot, full)) return refuse("outside the project, not read");
      if (file.depth >= RULES.importDepth)
        return refuse(`more than ${RULES.importDepth} imports deep, not read`);
      // An imported file applies to the importer's folder, unless it is a rule file itself.
      const folder = asRuleFile(path)?.folder ?? file.folder;
      return [{ path, folder, isImporting: true, isSkill: false, depth: file.depth + 1 }];
    });
  }

  #addProblem(problem: RuleReading["problems"][number]): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
  }

  #text(path: string): string | null {
    const refuse = (reason: string) => {
      this.unread.push(path);
      this.#addProblem({ path, line: 1, reason });
      return null;
    };
    const file = readProjectFile(this.#root, path, RULES.fileBytes);
    if ("refused" in file)
      return file.refused === "not_a_file" ? null : refuse(WHY_NOT[file.refused]);
    const { bytes } = file;
    const isUtf16 = bytes.subarray(0, 2).equals(UTF16);
    if (bytes.includes(0) && !isUtf16) return refuse("not a text file");
    return bytes.toString(isUtf16 ? "utf16le" : "utf8");
  }
}

/** The byte order mark of UTF-16, which PowerShell writes by default. */
const UTF16 = Buffer.from([0xff, 0xfe]);
