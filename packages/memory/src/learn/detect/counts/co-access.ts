/**
 * co_access: files edited in one session or one commit. A file edited alone is paired with itself, so that its number of
 * edits is known. Only counted: "these were open together" is noise. From the counts, `promote` turns a pair that is edited
 * together repeatedly into a causal dependency.
 */
import type { Signal } from "../../../domain/signal.ts";
import { isScratch } from "../commands/command-shape.ts";
import { type Detector, editedFiles } from "../detector.ts";
import type { Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const CO_ACCESS: Detector = {
  type: "co_access",
  isStatistic: true,
  detect: (trace) => [
    ...pairs(trace, trace.session, editedFiles(trace.steps)),
    ...trace.commits.flatMap((commit) => pairs(trace, `commit:${commit.sha}`, commit.files)),
  ],
};

/** Files that change with every other file in some projects, so that their pairs mean nothing. */
const UBIQUITOUS =
  /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|CHANGELOG(\.md)?|version\.\w+)$/i;

function pairs(trace: Trace, occasion: string, edited: readonly string[]): Signal[] {
  const files = [
    ...new Set(edited.filter((file) => !UBIQUITOUS.test(file) && !isScratch(file))),
  ].sort();
  if (files.length > DETECT.coAccessMaxFiles) return [];
  return files.flatMap((a, i) =>
    (files.length === 1 ? files : files.slice(i + 1)).map((b) => ({
      type: "co_access" as const,
      session: occasion,
      agentId: null,
      subject: `pair:${a}:${b}`,
      score: DETECT.coAccessScore,
      minSessions: 1,
      files: [...new Set([a, b])],
      seqs: [trace.lastSeq],
      isTainted: false,
      survivesFailure: true,
      evidence: [],
      draft: null,
      pair: { a, b, isEdit: true },
    })),
  );
}
