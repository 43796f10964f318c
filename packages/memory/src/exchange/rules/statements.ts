/**
 * Turns blocks into self-contained statements: a list item with the introduction of its list, a sentence with its code, the
 * steps of a procedure together. Whether a statement is a rule is decided elsewhere.
 */

import { type Block, markdownBlocks } from "../../domain/text/markdown-blocks.ts";
import { clip } from "../../domain/text/text.ts";
import { isNormative, type LeftOutReason, type Statement, saysHow } from "./rule-type.ts";
import { RULES } from "./tuning.ts";

export interface PlacedStatement extends Statement {
  readonly line: number;
  /** Language of `code` according to its fence. */
  readonly language: string;
}

export interface LeftOut {
  readonly line: number;
  readonly text: string;
  readonly reason: LeftOutReason;
}

export interface Statements {
  readonly statements: readonly PlacedStatement[];
  /** Blocks that cannot contain a statement. */
  readonly left: readonly LeftOut[];
}

/** A block with the blocks indented under it, and the code that follows it. */
interface Node {
  readonly block: Block;
  readonly children: Node[];
  code: Block | null;
}

const SHELL = new Set("sh bash shell zsh console shellsession powershell ps1 cmd fish".split(" "));
const COMMAND_LINE =
  /^(?:\$ )?(?:npx?|npm|pnpm|yarn|bunx?|deno|cargo|go|make|pytest|python3?|uvx?|just|mise|docker|git|mvn|\.\/|bd|dotnet)\b/;
const FOLLOWS_ON =
  /^\(|^(?:this|that|these|those|it|they|otherwise|because|so|then|instead|e\.g\.|for example)\b/i;

export function statementsOf(body: string, firstLine: number): Statements {
  const reader = new StatementReader();
  const blocks = markdownBlocks(body, firstLine);
  let at = 0;
  while (at < blocks.length) at = reader.take(blocks, at);
  return reader;
}

class StatementReader implements Statements {
  readonly statements: PlacedStatement[] = [];
  readonly left: LeftOut[] = [];
  #headings: { readonly depth: number; readonly text: string }[] = [];

  /** Processes the block at `at` and those that belong to it; returns the position after them. */
  take(blocks: readonly Block[], at: number): number {
    const block = blocks[at];
    if (block === undefined) return at + 1;
    if (block.kind === "heading") return this.#heading(blocks, at, block);
    if (block.kind === "item" || block.kind === "step") return this.#list(blocks, at);
    if (block.kind === "paragraph") return this.#paragraph(blocks, at, block);
    const reason = block.kind === "code" ? "code_alone" : block.kind;
    this.left.push({ line: block.line, text: block.text, reason });
    return at + 1;
  }

  #heading(blocks: readonly Block[], at: number, block: Block): number {
    const text = block.text.replace(/[*_`]/g, "").trim();
    const outer = this.#headings.filter(({ depth }) => depth < block.depth);
    this.#headings = [...outer, { depth: block.depth, text }];
    const next = blocks[at + 1];
    if (next?.kind !== "code" || !isShell(next)) return at + 1;
    // Commands directly under a heading, which states their purpose.
    this.statements.push(
      statement(next, { text, code: next, context: this.#context().slice(0, -1) }),
    );
    return at + 2;
  }

  #paragraph(blocks: readonly Block[], at: number, block: Block): number {
    const next = blocks[at + 1];
    if (isIntro(block.text) && (next?.kind === "item" || next?.kind === "step")) {
      const run = listRun(blocks, at + 1);
      const intro: Node = { block, children: treeOf(run), code: null };
      this.#emit([intro], this.#context());
      return at + 1 + run.length;
    }
    if (next?.kind === "code") {
      this.#emit([{ block, children: [], code: next }], this.#context());
      return at + 2;
    }
    for (const part of apart(block)) {
      this.statements.push(statement(part, { text: part.text, context: this.#context() }));
    }
    return at + 1;
  }

  #list(blocks: readonly Block[], at: number): number {
    const run = listRun(blocks, at);
    this.#emit(treeOf(run), this.#context());
    return at + run.length;
  }

  /** Emits siblings: consecutive steps form one procedure, everything else is a separate statement. */
  #emit(nodes: readonly Node[], context: readonly string[]): void {
    let at = 0;
    while (at < nodes.length) {
      const steps = stepsFrom(nodes, at);
      // If the steps are too long for one memory, or are merely numbered rules, each becomes a statement, so that none is
      // lost.
      if (steps.length > 1 && this.#procedure(steps, context)) at += steps.length;
      else {
        const alone = nodes.slice(at, at + Math.max(1, steps.length));
        for (const node of alone) this.#one(node, context);
        at += alone.length;
      }
    }
  }

  #procedure(steps: readonly Node[], context: readonly string[]): boolean {
    const text = steps.map((step, i) => `${i + 1}. ${whole(step)}`).join(" ");
    const rules = steps.filter(({ block }) => isNormative(block.text));
    if (text.length > RULES.ruleChars * 0.8 || rules.length * 2 > steps.length) return false;
    const [first] = steps;
    if (first === undefined) return false;
    this.statements.push(statement(first.block, { text, context, isSteps: true }));
    return true;
  }

  #one(node: Node, context: readonly string[]): void {
    const { block, children, code } = node;
    if (children.length === 0) {
      this.#leaf(node, context);
      return;
    }
    const isLabel = isIntro(block.text) || (block.text.length < 60 && !saysHow(block.text));
    const isEnumeration = children.every(isEntry);
    const all = whole(node);
    if (isEnumeration && code === null && all.length < RULES.ruleChars * 0.6) {
      this.statements.push(statement(block, { text: all, context }));
    } else if (isLabel) {
      if (code !== null) this.#leaf({ ...node, children: [] }, context);
      this.#emit(children, [...context, label(block.text)]);
    } else this.#withDetails(node, context);
  }

  /** Emits a statement with the entries under it that only explain it. */
  #withDetails({ block, children, code }: Node, context: readonly string[]): void {
    const details = children.filter(
      (child) => child.children.length === 0 && !saysHow(child.block.text),
    );
    const all = [block.text, ...details.map(({ block: { text } }) => text)].join(" ");
    const isShort = all.length < RULES.ruleChars * 0.6;
    const text = isShort ? all : block.text;
    this.statements.push(statement(block, { text, context, code }));
    const rest = isShort ? children.filter((child) => !details.includes(child)) : children;
    this.#emit(rest, [...context, label(block.text)]);
  }

  #leaf({ block, code }: Node, context: readonly string[]): void {
    if (
      code === null ||
      (code.text.length + block.text.length < RULES.ruleChars * 0.8 && belongs(block, code))
    ) {
      this.statements.push(statement(block, { text: block.text, context, code }));
      return;
    }
    this.statements.push(statement(block, { text: block.text, context }));
    this.left.push({ line: code.line, text: code.text, reason: "code_alone" });
  }

  #context(): string[] {
    return this.#headings.map(({ text }) => text);
  }
}

interface Parts {
  readonly text: string;
  readonly context: readonly string[];
  readonly code?: Block | null;
  readonly isSteps?: boolean;
}

function statement(
  at: Block,
  { text, context, code = null, isSteps = false }: Parts,
): PlacedStatement {
  return {
    text,
    context,
    line: at.line,
    code: code?.text ?? "",
    language: code?.language ?? "",
    isShell: code !== null && isShell(code),
    isListed: at.kind === "item" || at.kind === "step",
    isSteps,
  };
}

/** Returns the list that begins at `at`, with the code between its entries. */
function listRun(blocks: readonly Block[], at: number): Block[] {
  const run: Block[] = [];
  for (let next = at; next < blocks.length; next++) {
    const block = blocks[next];
    if (block === undefined) break;
    const isEntryKind = block.kind === "item" || block.kind === "step";
    const last = run.at(-1);
    const isItsCode =
      block.kind === "code" &&
      last !== undefined &&
      last.kind !== "code" &&
      (block.depth > last.depth || isIntro(last.text));
    if (!isEntryKind && !isItsCode) break;
    run.push(block);
  }
  return run;
}

function treeOf(run: readonly Block[]): Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const block of run) {
    if (block.kind === "code") {
      const owner = open.at(-1);
      if (owner !== undefined) owner.code = block;
      continue;
    }
    while (open.length > 0 && (open.at(-1)?.block.depth ?? 0) >= block.depth) open.pop();
    const node: Node = { block, children: [], code: null };
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function stepsFrom(nodes: readonly Node[], at: number): Node[] {
  let end = at;
  while (nodes[end]?.block.kind === "step") end++;
  return nodes.slice(at, end);
}

/** Returns whether an item is meaningless without its list. */
function isEntry({ block, children, code }: Node): boolean {
  return (
    children.length === 0 &&
    code === null &&
    block.text.length <= RULES.listChars.value &&
    !saysHow(block.text)
  );
}

/** Returns a node with everything under it, in one line. */
function whole({ block, children, code }: Node): string {
  const inner = children.map(whole).join("; ");
  const shown = code === null || code.text.includes("\n") ? "" : ` \`${code.text}\``;
  return `${block.text}${shown}${inner === "" ? "" : ` ${inner}`}`;
}

/** Returns whether a text ends in a colon or is entirely bold, so that the next block belongs to it. */
function isIntro(text: string): boolean {
  return /:\**$/.test(text) || /^\*\*[^*]{1,80}\*\*$/.test(text);
}

const LABEL_CHARS = 120;

/** Returns the last sentence of an introduction, which states what it announces. */
function label(text: string): string {
  const bare = text.replace(/\*\*|:\**$/g, "").trim();
  return clip(bare.split(/(?<=[.!?])\s+/).at(-1) ?? bare, LABEL_CHARS);
}

function isShell(code: Block): boolean {
  if (SHELL.has(code.language)) return true;
  const lines = code.text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return (
    code.language === "" &&
    lines.length > 0 &&
    lines.every((line) => COMMAND_LINE.test(line.trim()))
  );
}

/** Returns whether code belongs to the block: as an example of a rule, or as what the sentence announces. */
function belongs(block: Block, code: Block): boolean {
  return isIntro(block.text) || isShell(code) || saysHow(block.text);
}

/** Splits a long paragraph into sentences; a sentence that refers to the previous one stays with it. */
function apart(block: Block): Block[] {
  if (block.text.length <= RULES.sentenceChars.value) return [block];
  const groups: string[] = [];
  for (const sentence of block.text.split(/(?<=[.!?])\s+(?=[\p{Lu}`*"(])/u)) {
    const last = groups.at(-1);
    if (last !== undefined && FOLLOWS_ON.test(sentence) && last.length < RULES.sentenceChars.value)
      groups[groups.length - 1] = `${last} ${sentence}`;
    else groups.push(sentence);
  }
  return groups.map((text) => ({ ...block, text }));
}
