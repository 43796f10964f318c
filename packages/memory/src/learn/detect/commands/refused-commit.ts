/**
 * Detects a commit or push that the project's Git hooks rejected, and the fix: a changed configuration or removed leftover files.
 * A code fix after failing tests of a hook is ordinary work and is ignored. A skipped hook is ignored too.
 */

import { draft, titleOf } from "../../../domain/draft.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { isConfigFile } from "../counts/config-file.ts";
import { editedFiles, signalFrom } from "../detector.ts";
import { wordChange } from "../statements/edit-words.ts";
import { errorOf, type Step, type Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

const GIT = /\bgit\b[^|;&\n]*?\b(commit|push)\b/;
const SKIPS = /--no-verify|\bHUSKY=0\b/;
const REMOVES = /\brm\s+(?:-\w+\s+)*["']?([\w./~-]*\/[\w./-]+)/;
/** Rejections by the server or by Git itself, not by this project's hooks. */
const OTHER_REJECTIONS =
  /fetch first|non-fast-forward|rule violations|Permission denied|Authentication/i;

interface Fix {
  readonly key: string;
  /** The text in the payload. It never changes, because stored memories have it. */
  readonly words: string;
  /** What to do, as an instruction. */
  readonly action: string;
  /** What the commit passed after. */
  readonly after: string;
  readonly files: readonly string[];
  /** Folders that an output names when a hook rejects for the same reason. */
  readonly named: readonly string[];
  readonly minSessions: number;
}

/** At most one signal per fix in a session. */
export function refusedCommits(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, refused] of steps.entries()) {
    const kind = kindOf(refused);
    if (kind === null || refused.isOk || OTHER_REJECTIONS.test(refused.output)) continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.retryWindow);
    const at = window.findIndex((step) => kindOf(step) === kind && step.isOk);
    const passed = window[at];
    if (passed === undefined || SKIPS.test(passed.command ?? "")) continue;
    const fix = fixIn(window.slice(0, at), refused);
    if (fix === null || found.has(fix.key)) continue;
    found.set(fix.key, toSignal(trace, { kind, refused, passed, cure: fix }));
  }
  return [...found.values()];
}

function kindOf(step: Step): string | null {
  return GIT.exec(step.command ?? "")?.[1] ?? null;
}

function fixIn(between: readonly Step[], refused: Step): Fix | null {
  const minSessions = DETECT.refusedCommitMinSessions.value;
  const edit = between.findLast((step) => step.isOk && editedFiles([step]).some(isConfigFile));
  const config = edit === undefined ? undefined : editedFiles([edit]).find(isConfigFile);
  if (config !== undefined) {
    const change = edit?.edit == null ? "" : wordChange(edit.edit.before, edit.edit.after);
    const words = `${sentenceOf("file_changed", { file: clip(config, 100) })}${change}`;
    // A configuration fix usually lasts. Only a repeated rejection is worth a memory.
    const [action, after] = [`check \`${clip(config, 100)}\``, `an edit there${change}`];
    return {
      key: `config:${config}`,
      words,
      action,
      after,
      files: [config],
      named: [],
      minSessions,
    };
  }
  for (const step of between) {
    const removed = placeOf(REMOVES.exec(step.command ?? "")?.[1] ?? "");
    // The hook reported files in this folder.
    if (removed === null || !step.isOk || !refused.output.includes(removed)) continue;
    const words = sentenceOf("leftovers_removed", { folder: clip(removed, 100) });
    const [action, after] = [`remove the files in \`${clip(removed, 100)}\``, "that"];
    return {
      key: `removed:${removed}`,
      words,
      action,
      after,
      files: [],
      named: [removed],
      minSessions,
    };
  }
  return null;
}

/** The last two folders of a path. Generated names, which differ each time, are left out. */
function placeOf(path: string): string | null {
  const folders = path.split("/").filter((item) => item !== "" && item !== "." && item !== "~");
  const realFolders = folders.filter((folder) => !isMadeUp(folder));
  return realFolders.length < 2 ? null : realFolders.slice(-2).join("/");
}

/** Whether the part after the last separator mixes digits and letters, or upper and lower case, as names from `mktemp` do. */
function isMadeUp(name: string): boolean {
  const end = Math.max(name.lastIndexOf("-"), name.lastIndexOf("."));
  const start = end === -1 ? name.indexOf("_") : end;
  if (start === -1) return false;
  const tail = name.slice(start + 1);
  const capital = tail.search(/[A-Z]/);
  return (
    /\d[A-Za-z]|[a-z][A-Z]/.test(tail) || (capital !== -1 && /[a-z]/.test(tail.slice(capital)))
  );
}

function toSignal(
  trace: Trace,
  seen: {
    readonly kind: string;
    readonly refused: Step;
    readonly passed: Step;
    readonly cure: Fix;
  },
): Signal {
  const { kind, refused, passed, cure: fix } = seen;
  // Leftover files are the reason by themselves.
  const error = fix.files.length === 0 ? "" : errorOf(refused).line;
  const quotedError = error === "" ? "" : ` (“${clip(error, 120)}”)`;
  return signalFrom(trace, {
    type: "error_retry",
    subject: `hook:${kind}:${fix.key}`,
    score: DETECT.errorRetryScore,
    minSessions: fix.minSessions,
    files: fix.files,
    from: [refused, passed],
    evidence: {
      kind: "exit_code",
      detail: sentenceOf("rejected_then_passed", { command: `git ${kind}` }),
    },
    draft: draft({
      type: "error_pattern",
      title: titleOf(`When Git hooks reject git ${kind}: ${fix.action.replaceAll("`", "")}`),
      content: `When this project's Git hooks reject \`git ${kind}\`${quotedError}, ${fix.action} first: an earlier \`git ${kind}\` passed after ${fix.after}, with no other fix.`,
      payload: { command: `git ${kind}`, fix: fix.words },
      files: fix.files,
      triggers: fix.named,
      tags: ["error", "fix", "hook"],
    }),
  });
}
