/** Formats a consolidation proposal as a question, with the memories that it concerns. */
import { type ProposalKind, type ShownProposal, shortId } from "@tacit-memory/memory";
import { clipLines, padded, printable, wrap } from "./layout.ts";
import { memoryJson } from "./memory-json.ts";
import type { Renderer } from "./renderer.ts";

const ID_WIDTH = 10;
const LINES = 3;

const QUESTIONS: Readonly<Record<ProposalKind, string>> = {
  merge: "do these say the same? accept to merge them",
  contradiction: "do these contradict each other? accept to mark both as disputed",
  stale_decision: "this decision was not confirmed for a year; accept to archive it as outdated",
  error_pattern: "these are about one error; accept to store what is known about it as one memory",
  link: "these were useful at the same time; accept to link them",
  digest: "these are from one session; accept to store its digest, which combines them",
  procedure:
    "sessions did this work again and again; accept to store the procedure, with its steps, prerequisites and warnings",
};

export function proposalLines({ id, kind, shown }: ShownProposal, out: Renderer): string {
  const { colors } = out;
  const head = `${colors.cyan(padded(shortId(id), ID_WIDTH))} ${colors.bold(kind.replaceAll("_", " "))}: ${colors.yellow(QUESTIONS[kind])}`;
  const bodies = shown.flatMap((memory) => {
    const lines = clipLines(wrap(printable(memory.content), out.width - 2 * ID_WIDTH - 2), LINES);
    return lines.map(
      (line, i) =>
        `${" ".repeat(ID_WIDTH)} ${colors.dim(padded(i === 0 ? shortId(memory.id) : "", ID_WIDTH))} ${line}`,
    );
  });
  return [head, ...bodies].join("\n");
}

export function proposalJson({ id, kind, score, shown }: ShownProposal, nowMs: number) {
  const memories = shown.map((memory) => memoryJson(memory, nowMs));
  return { id, kind, score, question: QUESTIONS[kind], memories };
}
