/**
 * Tests repetitions: an error that an earlier session fixed, a search that led to a file, a command that worked. Is the
 * earlier finding shown when a hook would ask? Uses the real engine, one project per repository, with only the earlier
 * sessions stored.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Candidate, type Memory, openTacit, type Tacit } from "@tacit-memory/memory";
import {
  errorFingerprint,
  errorLineOf,
} from "../../packages/memory/src/domain/text/error-fingerprint.ts";
import {
  commandStem,
  purposeOf,
} from "../../packages/memory/src/learn/detect/commands/command-shape.ts";
import { isFiltered } from "../../packages/memory/src/learn/detect/commands/run-result.ts";
import {
  editedFiles,
  isSameRun,
  touchedNames,
} from "../../packages/memory/src/learn/detect/detector.ts";
import { buildTrace, type Step } from "../../packages/memory/src/learn/detect/trace.ts";
import type { Session } from "../observer/session.ts";
import { startOf } from "./sets.ts";

export const KINDS = ["error", "search", "command"] as const;
type Kind = (typeof KINDS)[number];

export interface Meeting {
  readonly kind: Kind;
  /** A fingerprint, a pattern, or a purpose with its command. */
  readonly what: string;
  readonly isShown: boolean;
  /** For errors: the memory that was shown, or the error line when nothing was shown. */
  readonly statement?: string;
  /** For errors: whether in at least half of the cases a fix happened before the call passed. */
  readonly isMended?: boolean;
}

export interface Learned {
  readonly meetings: readonly Meeting[];
  readonly memories: readonly Memory[];
  readonly candidates: readonly Candidate[];
  /** Number of blocks shown at errors, and of those about an error that no session had fixed. */
  readonly toldAtErrors: { readonly all: number; readonly unsolved: number };
}

/** Steps after a failure within which the same call may pass. */
const WINDOW = 40;

interface Known {
  /** By fingerprint: how often the call passed afterwards, and in how many of these cases a fix came before. */
  readonly error: Map<string, { readonly passed: number; readonly mended: number }>;
  readonly search: Set<string>;
  readonly command: Set<string>;
}

export async function playKnown(sessions: readonly Session[]): Promise<Learned> {
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const cwd = join(base, "project");
  mkdirSync(cwd);
  let nowMs = Date.parse(sessions[0] === undefined ? "" : startOf(sessions[0]));
  const tacit = await openTacit({ home: join(base, "home"), cwd, clock: () => nowMs });
  const seen: Known = { error: new Map(), search: new Set(), command: new Set() };
  const meetings: Meeting[] = [];
  const shownAtErrors = { all: 0, unsolved: 0 };
  try {
    for (const session of sessions) {
      nowMs = Math.max(nowMs, Date.parse(startOf(session)));
      const { steps } = buildTrace(session.id, session.events);
      meetings.push(...(await meet(tacit, session, steps, seen, shownAtErrors)));
      remember(steps, seen);
      const taken = await tacit.sessions.ingest(session.events, "transcript", () => here(tacit));
      await tacit.sessions.learn(taken.sessions);
    }
    const memories = await tacit.memories.list({ limit: 1000 });
    const candidates = await tacit.memories.candidates({ limit: 10_000 });
    return { meetings, memories, candidates, toldAtErrors: shownAtErrors };
  } finally {
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
}

async function meet(
  tacit: Tacit,
  session: Session,
  steps: readonly Step[],
  seen: Known,
  shownAtErrors: { all: number; unsolved: number },
): Promise<Meeting[]> {
  const meetings: Meeting[] = [];
  const teller = { session: session.id, point: "tool" as const };
  const opening = await tacit.brief.startBlock({ ...teller, point: "session_start" });
  const fixes = (await tacit.memories.list({ limit: 1000 })).filter(isFix);
  const shown = new Set(opening.shown.map(({ id }) => id));
  for (const { kind, what, step } of firstMeetings(steps)) {
    if (kind === "error") {
      const { output: error, command } = step;
      const block = await tacit.brief.toolBlock(teller, { files: [], error, command });
      for (const { id } of block.shown) shown.add(id);
      const solved = seen.error.get(what);
      const shownFixes = fixes.filter(({ id }) => shown.has(id));
      if (solved !== undefined)
        meetings.push({
          ...meetingOf(step, what, shownFixes),
          isMended: solved.mended * 2 >= solved.passed,
        });
      shownAtErrors.all += Number(block.text !== "");
      shownAtErrors.unsolved += Number(block.text !== "" && solved === undefined);
    } else if (seen[kind].has(what)) {
      const isShown =
        kind === "search"
          ? (await tacit.brief.searchBlock(teller, [what])).text !== ""
          : opening.text.includes(what.slice(what.indexOf(":") + 1));
      meetings.push({ kind, what, isShown });
    }
  }
  return meetings;
}

/** Reports whether a memory is a fix. Not all fixes have a fingerprint: some are found by words of the error. */
function isFix({ errorFingerprint, tags }: Memory): boolean {
  return errorFingerprint !== null || tags.includes("fix");
}

function meetingOf({ output }: Step, fingerprint: string, shownFixes: readonly Memory[]): Meeting {
  const line = errorLineOf(output);
  const by = shownFixes.find((memory) => isOf(memory, fingerprint, line));
  return {
    kind: "error",
    what: fingerprint,
    isShown: by !== undefined,
    statement: by?.content ?? line,
  };
}

/** Reports whether the memory belongs to the error, by its fingerprint or by the error words in its triggers. */
function isOf({ errorFingerprint: own, triggers }: Memory, fingerprint: string, line: string) {
  return own === fingerprint || triggers.some((trigger) => line.includes(trigger));
}

/** Yields each error, search and command of a session once, at its first occurrence. */
function* firstMeetings(steps: readonly Step[]) {
  const seen = new Set<string>();
  for (const step of steps) {
    const met: Readonly<Record<Kind, string | null>> = {
      error: step.isOk ? null : errorFingerprint(step.output),
      search: step.query,
      command: workedCommand(step),
    };
    for (const kind of KINDS) {
      const what = met[kind];
      if (what === null || seen.has(`${kind} ${what}`)) continue;
      seen.add(`${kind} ${what}`);
      yield { kind, what, step };
    }
  }
}

function remember(steps: readonly Step[], seen: Known): void {
  for (const [i, step] of steps.entries()) {
    const after = steps
      .slice(i + 1, i + 1 + WINDOW)
      .filter((item) => item.agentId === step.agentId);
    const fingerprint = step.isOk ? null : errorFingerprint(step.output);
    const passedAt = after.findIndex((item) => isSameCall(step, item));
    if (fingerprint !== null && passedAt >= 0) {
      const { passed, mended: fixed } = seen.error.get(fingerprint) ?? { passed: 0, mended: 0 };
      const isFixed = isPutRight(step, steps.slice(0, i), after.slice(0, passedAt));
      seen.error.set(fingerprint, { passed: passed + 1, mended: fixed + Number(isFixed) });
    }
    // The search led to a file: a file it printed was opened next.
    const opened = after.find(({ files }) => files.length > 0);
    const isAnswered = opened?.files.some((file) => step.output.includes(file)) ?? false;
    if (step.query !== null && isAnswered) seen.search.add(step.query);
    const command = workedCommand(step);
    if (command !== null) seen.command.add(command);
  }
}

/**
 * Reports whether a possible fix happened between the failure and the pass: a file of the project was changed, or a command
 * that changes state was run. False when the call ran a script that the session itself wrote, and when it passed from another
 * folder.
 */
function isPutRight(failed: Step, before: readonly Step[], between: readonly Step[]): boolean {
  if (failed.command === null) return failed.edit !== null;
  if (touchedNames(before).some((name) => failed.command?.includes(name))) return false;
  return (
    editedFiles(between).length > 0 || between.some((step) => step.isOk && changesThings(step))
  );
}

const CHANGES = /(?:^|[;&]\s*)(?:rm|mv|cp|ln|chmod|sed -i|export|nvm|pyenv)\b/;

function changesThings({ command }: Step): boolean {
  if (command === null) return false;
  const purpose = purposeOf(command);
  if (purpose === "lint" || purpose === "format") return /fix|write|format/.test(command);
  return CHANGES.test(command) || (purpose !== null && !ONLY_CHECKS.has(purpose));
}

const ONLY_CHECKS: ReadonlySet<string> = new Set(["test", "typecheck", "run"]);

function isSameCall(failed: Step, later: Step): boolean {
  if (!later.isOk) return false;
  // Output filtered to matching lines that matched nothing does not show whether the call passed.
  if (later.command !== null && isFiltered(later.command)) return false;
  if (failed.command !== null) return isSameRun(failed, later);
  return later.tool === failed.tool && later.files.join() === failed.files.join();
}

function workedCommand(step: Step): string | null {
  if (!step.isOk || step.command === null) return null;
  const purpose = purposeOf(step.command);
  if (purpose === null || purpose === "install" || purpose === "run") return null;
  const stem = commandStem(step.command);
  return stem.split(" ").length < 2 ? null : `${purpose}:${stem}`;
}

function here({ identity, projectId }: Tacit) {
  const { canonical, name, basis } = identity;
  return { id: projectId, canonical, name, basis, root: null };
}
