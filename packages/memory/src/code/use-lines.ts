/**
 * Finds the lines where a place names what it uses. The graph stores only that a function calls another; the line is looked
 * up in the file's extracted facts on demand.
 */
import type { Direction, FileFacts, ReachedNode, ReachedStep } from "@tacit-memory/codegraph";
import { readProjectText } from "@tacit-memory/files";
import type { CodeSession } from "./code-session.ts";

/** A place with the lines, from 1, that name what it uses; none if they were not found. */
export interface PlacedNode extends ReachedNode {
  /** The first of `lines`. */
  readonly line?: number;
  readonly lines?: readonly number[];
}

const MAX_LINES = 20;
const MAX_FILE_BYTES = 1_000_000;
/** Maximum files searched for one answer. */
const MAX_FILES = 200;

type Step = Pick<ReachedStep, "names" | "startLine" | "endLine">;

/** Adds lines to dependents. Dependencies have none, because they are named in the target. */
export async function withLines(
  session: Pick<CodeSession, "factsOf">,
  root: string,
  { nodes, steps }: { readonly nodes: readonly ReachedNode[]; readonly steps: readonly Step[] },
  direction: Direction,
): Promise<PlacedNode[]> {
  if (direction === "dependencies") return nodes.map((node, at) => withOwnLine(node, steps[at]));
  const files = [...new Set(nodes.map(({ path }) => path))].slice(0, MAX_FILES);
  const looked = new Map<
    string,
    { readonly facts: FileFacts | undefined; readonly text: string[] }
  >();
  for (const path of files) {
    const text = readProjectText(root, path, MAX_FILE_BYTES) ?? "";
    looked.set(path, { facts: await session.factsOf(path), text: text.split("\n") });
  }
  return nodes.map((node, at) => {
    const [file, step] = [looked.get(node.path), steps[at]];
    if (file === undefined || step === undefined) return node;
    // A method replaces another one by its declaration, not by a call of the same name in it.
    const isOverride = node.via === "overrides" && step.startLine > 0;
    const lines = isOverride
      ? [step.startLine]
      : linesOf(file, step, node.symbol === undefined).slice(0, MAX_LINES);
    const [line] = lines;
    return line === undefined ? node : { ...node, line, lines };
  });
}

function withOwnLine(node: ReachedNode, step: Step | undefined): PlacedNode {
  const line = step?.startLine ?? 0;
  return line === 0 ? node : { ...node, line };
}

function linesOf(
  { facts, text }: { readonly facts: FileFacts | undefined; readonly text: readonly string[] },
  step: Step,
  isFile: boolean,
): number[] {
  const names = new Set(step.names);
  for (const { imported, local } of facts?.imports ?? []) if (names.has(imported)) names.add(local);
  const [first, last] = isFile ? [1, text.length] : [step.startLine, step.endLine];
  const isInside = (line: number) => line >= first && line <= last;
  const imported = isFile ? importLines(facts, names) : [];
  if (imported.length > 0) return imported;
  const called = (facts?.calls ?? [])
    .filter(({ callee, line }) => isInside(line) && names.has(lastName(callee)))
    .map(({ line }) => line);
  if (called.length > 0) return [...new Set(called)].sort((a, b) => a - b);
  return isFile ? [] : describedLines(text, first, last, names);
}

const lastName = (callee: string) => /([^.()[\]^~<>]+)[()[\]^~]*$/.exec(callee)?.[1] ?? callee;

function importLines(facts: FileFacts | undefined, names: ReadonlySet<string>): number[] {
  const lines = (facts?.imports ?? [])
    .filter(({ imported, local, specifier }) => {
      const stem = specifier.slice(specifier.search(/[^/.]*(?:\.\w+)?$/)).replace(/\.\w+$/, "");
      return names.has(imported) || names.has(local) || names.has(stem);
    })
    .map(({ line }) => line);
  return [...new Set(lines)];
}

/** Finds types and base classes, which are not calls: lines that name them outside comments. */
function describedLines(
  text: readonly string[],
  first: number,
  last: number,
  names: ReadonlySet<string>,
): number[] {
  const identifiers = [...names].filter((name) => /^[\p{ID_Continue}$]+$/u.test(name));
  if (identifiers.length === 0) return [];
  const words = identifiers.map((name) => name.replaceAll("$", "\\$")).join("|");
  const pattern = new RegExp(`(?<![\\p{ID_Continue}$])(?:${words})(?![\\p{ID_Continue}$])`, "u");
  const lines: number[] = [];
  for (let line = first; line <= Math.min(last, text.length); line++) {
    const lineText = text[line - 1] ?? "";
    if (pattern.test(lineText) && !/^\s*(?:\/\/|\*|\/\*|#(?!\[))/.test(lineText)) lines.push(line);
  }
  return lines;
}
