/**
 * confirmed_cause: the agent says why something failed or must be so, and a run that had failed passes: just before, in that
 * turn's last message, or just after, with nothing but the edit between. The run shows that the change helped, not that the reason is right, so it is a hypothesis, which is only pointed
 * to. At most two per session. A session whose agent recorded notes has better ones.
 */
import { createHash } from "node:crypto";
import { draft } from "../../../domain/draft.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip, identifiers, normaliseText } from "../../../domain/text/text.ts";
import { type Detector, editedFiles, isEdit, runOf } from "../detector.ts";
import type { Saying, Step, Trace } from "../trace.ts";
import { noteTitle, noteType } from "./note-wording.ts";
import { type Note, resolvedNotes } from "./resolved-notes.ts";
import { asStatement, sentences } from "./sentences.ts";
import { passingRuns } from "./turn-triggers.ts";

export const CONFIRMED_CAUSE: Detector = {
  type: "confirmed_cause",
  isStatistic: false,
  detect: (trace) => (trace.notes.length > 0 ? [] : causesIn(trace)),
};

/** Maximum of one session, as decided for candidates from sentences. */
const MOST = 2;
const SCORE = 0.7;

/** A cause, stated as one. */
const CAUSE =
  /\b(?:because|since (?!then\b|the last\b)\S+ \S+|(?:came|comes|stems?|resulted) from|(?:was|were|is|are) caused by|due to|root cause|which (?:is why|means that|needs|requires|forbids|rejects)|so that|does(?: not|n't) (?:accept|support|allow|handle|match|know)|(?:only|never) (?:accepts?|works?|matches|runs?)|no longer (?:match\w*|accepts?|works?)|must (?:not )?(?:be|run|have|match|come|exist)|may exist only|forbids?|rejects?)\b/i;
/** What went wrong or does not work. Without it the sentence describes the code. */
const FAILURE =
  /\b(?:root cause|culprit|fail(?:s|ed|ing|ures?)?|crash\w*|hang(?:s|ing)?|hung|break(?:s|ing)?|broken?|errors?|reject(?:s|ed)|flag(?:s|ged|ging)|throws?|threw|duplicate[sd]?|timed? ?out|timeouts?|stale|wrong|lost|loses|leak\w*|deadlock\w*|overwr\w+|forbids?|blocks?|may exist only|does(?: not|n't) (?:accept|support|allow|handle|work|match))\b/i;
/** A guess, a plan, a question, or a report of what was done without a reason. */
const NOT_SETTLED =
  /\?|\b(?:might|may be|maybe|perhaps|probably|likely|possibly|seems?|appears?|suspect|I think|I believe|could be|should be able|let me|let's|I'll|I will|next step|would you|do you want|if you want|you can now|you may want|not sure|appears to|TODO|passed|simplified|as-is)\b|[✅⚠❌]/iu;
/** A sentence that refers to something outside it. */
const REFERS =
  /^(?:it|this|that|these|those|they|which|both|the (?:first|second|latter|former|other|same))\b/i;
const FEWEST_WORDS = 10;
const MOST_WORDS = 60;

interface Confirmed {
  readonly saying: Saying;
  readonly run: Step;
  readonly text: string;
}

function causesIn(trace: Trace): Signal[] {
  const found = conclusionsOf(trace);
  const marks = found.map(({ saying, text }) => ({
    line: { kind: "record" as const, replaces: null, text },
    seq: saying.seq,
    isTainted: saying.isTainted,
    atMs: saying.atMs,
    memoryId: null,
  }));
  return resolvedNotes({ ...trace, notes: marks })
    .slice(-MOST)
    .flatMap((note) => {
      const source = found.find(({ saying, text }) => isOf(note, saying, text));
      return source === undefined ? [] : [toSignal(trace, source)];
    });
}

function isOf(note: Note, { seq }: Saying, text: string): boolean {
  return note.seq === seq && note.text === text;
}

/**
 * Returns a cause for each run that passed after it had failed: of the turn's last message after it, or else of the last message
 * before it, if only an edit came between them.
 */
function conclusionsOf({ sayings, steps }: Trace): Confirmed[] {
  const own = sayings.filter(({ agentId }) => agentId === null);
  const ownSteps = steps.filter(({ agentId }) => agentId === null);
  return passingRuns(ownSteps).flatMap((run): Confirmed[] => {
    const around = [closing(own, run), announcing(own, ownSteps, run)];
    for (const saying of around.filter((item) => item !== undefined)) {
      const text = sentences(saying.text).find(isCause);
      if (text !== undefined) return [{ saying, run, text }];
    }
    return [];
  });
}

/** Returns the agent's last message of the turn, after the run. */
function closing(sayings: readonly Saying[], run: Step): Saying | undefined {
  const isAfter = ({ seq }: Saying) => seq > run.seq;
  const next = sayings.find((saying) => saying.by === "user" && isAfter(saying));
  return sayings.findLast(
    (saying) => saying.by === "agent" && isAfter(saying) && saying.seq < (next?.seq ?? Infinity),
  );
}

/** Returns the agent's last message before the run, if nothing but edits came between. */
function announcing(
  sayings: readonly Saying[],
  steps: readonly Step[],
  run: Step,
): Saying | undefined {
  const before = sayings.findLast(({ seq }) => seq < run.seq);
  if (before?.by !== "agent") return undefined;
  const between = steps.filter(({ seq }) => seq > before.seq && seq < run.seq);
  return between.length > 0 && between.every(isEdit) ? before : undefined;
}

function isCause(sentence: string): boolean {
  const count = sentence.split(/\s+/).length;
  return (
    count >= FEWEST_WORDS &&
    count <= MOST_WORDS &&
    CAUSE.test(sentence) &&
    FAILURE.test(sentence) &&
    !NOT_SETTLED.test(sentence) &&
    !REFERS.test(sentence) &&
    (identifiers(sentence).length > 0 || /`[^`]+`/.test(sentence))
  );
}

function toSignal(trace: Trace, { saying, run, text }: Confirmed): Signal {
  const content = asStatement(text);
  const names = identifiers(content);
  const began = trace.sayings.findLast(({ by, seq }) => by === "user" && seq < saying.seq)?.seq;
  const edited = editedFiles(
    trace.steps.filter(({ seq }) => seq > (began ?? -1) && seq < saying.seq),
  );
  const files = edited.filter((file) => names.some((name) => file.endsWith(name))).slice(0, 6);
  const hash = createHash("sha256").update(normaliseText(content)).digest("hex").slice(0, 16);
  return {
    type: "confirmed_cause",
    session: trace.session,
    agentId: null,
    subject: `cause:${hash}`,
    score: SCORE,
    minSessions: 1,
    files,
    seqs: [run.seq, saying.seq],
    isTainted: saying.isTainted,
    survivesFailure: true,
    standing: "hypothesis",
    evidence: [
      {
        kind: "exit_code",
        detail: `\`${clip(runOf(run), 120)}\` failed, then passed: the agent named this cause`,
        session: trace.session,
        atMs: saying.atMs,
      },
    ],
    draft: draft({
      type: noteType(content),
      title: noteTitle(content),
      content,
      files,
      tags: ["unconfirmed"],
    }),
  };
}
