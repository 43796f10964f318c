/**
 * repeated_grep: the same thing was searched for again and again, and each time the way ended in the same
 * file. Where it lives is worth remembering; a search that led nowhere, or everywhere, is not.
 */
import { draft } from "../domain/draft.ts";
import type { Signal } from "../domain/signal.ts";
import { clip, looksLikeIdentifier } from "../domain/text.ts";
import { type Detector, stepsByAgent } from "./detector.ts";
import type { Step, Trace } from "./trace.ts";
import { DETECT } from "./tuning.ts";

export const REPEATED_GREP: Detector = {
  type: "repeated_grep",
  isStatistic: false,
  detect: (trace) => stepsByAgent(trace).flatMap((steps) => detectIn(trace, steps)),
};

/** How many steps after a search its answer is opened, if it is. */
const ANSWER_WINDOW = 4;

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const searches = new Map<
    string,
    { count: number; answers: Set<string>; seqs: number[]; last: Step }
  >();
  for (const [i, step] of steps.entries()) {
    if (step.query === null || !step.isOk) continue;
    const pattern = plainPattern(step.query);
    if (pattern === null) continue;
    const seen = searches.get(pattern) ?? {
      count: 0,
      answers: new Set<string>(),
      seqs: [],
      last: step,
    };
    seen.count++;
    seen.last = step;
    seen.seqs.push(step.seq);
    for (const file of answersOf(pattern, step, steps.slice(i + 1, i + 1 + ANSWER_WINDOW))) {
      seen.answers.add(file);
    }
    searches.set(pattern, seen);
  }
  return [...searches].flatMap(([pattern, seen]) => {
    const [answer] = seen.answers;
    if (answer === undefined || seen.answers.size > 1) return [];
    return [
      {
        type: "repeated_grep" as const,
        session: trace.session,
        agentId: seen.last.agentId,
        subject: `search:${pattern}:${answer}`,
        score: DETECT.repeatedGrepScore.value,
        minSessions: DETECT.repeatedGrepMinSessions.value,
        files: [answer],
        seqs: seen.seqs,
        isTainted: false,
        survivesFailure: true,
        evidence: [
          {
            kind: "reobserved" as const,
            detail: `searched ${seen.count} time${seen.count === 1 ? "" : "s"}, opened \`${answer}\``,
            session: trace.session,
            atMs: seen.last.atMs,
          },
        ],
        draft: draft({
          type: "module_insight",
          title: clip(`${pattern} is in ${answer}`, 80),
          content: `\`${clip(pattern, 120)}\` is in \`${answer}\`: searches for it ended there.`,
          payload: { pattern, path: answer },
          files: [answer],
          symbols: /^[\w$]+$/.test(pattern) ? [pattern] : [],
          tags: ["where"],
        }),
      },
    ];
  });
}

/** One identifier, as written in code; null for anything that is not a name somebody looks up. */
function plainPattern(query: string): string | null {
  const bare = query
    .replace(
      /^\^?(?:export |async |default |public |private |static )*(?:function|class|const|let|interface|type|def|struct|fn|enum)\s+/,
      "",
    )
    .replace(/\\[bs]\+?|\\?\($|[\^$]/g, "")
    .replace(/\\([.()[\]{}])/g, "$1");
  return /^[\w$.-]{5,80}$/.test(bare) && looksLikeIdentifier(bare) && !/\.\w{1,4}$/.test(bare)
    ? bare
    : null;
}

/** The file opened next, when the search named it as the one place, or showed that the thing is defined there. */
function answersOf(pattern: string, search: Step, next: readonly Step[]): string[] {
  const opened = next.find((step) => step.tool === "read" || step.tool === "edit");
  const file = opened?.files.find((one) => search.output.includes(one));
  if (file === undefined) return [];
  const lines = search.output.split("\n");
  const definition = new RegExp(
    `\\b(?:function|class|interface|type|enum|struct|trait|def|fn|func|const|let|var)\\s+(?:\\([^)]*\\)\\s*)?${literal(pattern)}\\b`,
  );
  const isDefined = lines.some((line) => line.includes(file) && definition.test(line));
  const isOnly = lines
    .filter((line) => /[\w-]+\.\w{1,5}(?::|$)/.test(line))
    .every((line) => line.includes(file));
  return isDefined || isOnly ? [file] : [];
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
