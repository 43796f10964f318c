/** Runs random sequences of operations against a store and the model at once (fast-check's model-based testing). */
import fc from "fast-check";
import {
  AGENTS,
  requireAgreement,
  requireLegalSteps,
  SESSIONS,
  type Snapshot,
} from "./agreement.ts";
import { type Model, newModel, twinOf } from "./model.ts";
import * as on from "./operations.ts";
import { makeSequenceFolder, type SequenceStore, type StoreChoice } from "./sequence-store.ts";
import * as whole from "./store-operations.ts";

/** Texts on different subjects: none duplicates or contradicts another. */
const TEXTS = [
  "The preview server must listen on port 3000 because the proxy expects it.",
  "Run the linter before each commit, otherwise the pipeline refuses the branch.",
  "Never edit generated protobuf stubs; change schema.proto and run make stubs.",
  "Invoices round half to even, since auditors compare totals with the ledger.",
  "Avoid nested transactions in the importer: savepoints double its memory use.",
] as const;

const START_MS = Date.UTC(2026, 8, 1, 9);

interface Kind {
  readonly weight?: number;
  readonly input: fc.Arbitrary<unknown>;
  readonly isPossible?: (model: Model, input: never) => boolean;
  readonly run: on.Operation<never>;
}

const nth = fc.nat({ max: 40 });
const text = fc.constantFrom(...TEXTS);
const session = fc.constantFrom(...SESSIONS);
const some = (model: Model) => model.memories.size > 0;
const isOpen = (model: Model, { session: id }: { session: string }) => model.openSessions.has(id);
const tags = fc.constantFrom<readonly string[]>([], ["net"], ["ci", "net"]);
const validDays = fc.constantFrom(null, null, null, 10, 60);

const place = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ scope: "project", scopeOwner: null } as const) },
  { weight: 1, arbitrary: fc.constant({ scope: "global", scopeOwner: null } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      scope: fc.constant("agent" as const),
      scopeOwner: fc.constantFrom(...AGENTS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ scope: fc.constant("session" as const), scopeOwner: session }),
  },
);

const remembering: fc.Arbitrary<on.Remembering> = fc
  .tuple(
    place,
    fc.record({
      content: text,
      type: fc.constantFrom("fact", "gotcha", "decision", "work_state"),
      source: fc.constantFrom("user_taught", "user_taught", "agent_explicit"),
      visibility: fc.constantFrom("personal", "personal", "personal", "secret"),
      isPinned: fc.constantFrom(false, false, true),
      ...{ tags, validDays },
    }),
  )
  // Only a person can pin a memory or state it for every project.
  .map(([where, rest]): on.Remembering => {
    if (rest.source === "user_taught") return { ...rest, ...where };
    const narrow =
      where.scope === "global" ? ({ scope: "project", scopeOwner: null } as const) : where;
    return { ...rest, ...narrow, isPinned: false };
  });

const edited: fc.Arbitrary<on.Edited> = fc.oneof(
  fc.record({ content: text }),
  fc.record({ addTags: tags }),
  fc.record({ removeTags: tags }),
  fc.record({ isPinned: fc.boolean() }),
  fc.record({ visibility: fc.constantFrom("personal", "secret") }),
  fc.record({ validDays }),
);

const KINDS: Readonly<Record<string, Kind>> = {
  remember: {
    weight: 6,
    input: remembering,
    isPossible: (model, { scope, scopeOwner }: on.Remembering) =>
      scope !== "session" || model.openSessions.has(scopeOwner ?? ""),
    run: on.remember,
  },
  note: {
    weight: 3,
    input: fc.record({ content: text, session }),
    isPossible: (model, input: on.Noting) =>
      isOpen(model, input) && twinOf(model, input.content) === undefined,
    run: on.note,
  },
  confirm: {
    input: fc.record({ nth, by: fc.constantFrom("user", "agent") }),
    isPossible: some,
    run: on.confirm,
  },
  edit: { weight: 4, input: fc.record({ nth, to: edited }), isPossible: some, run: on.edit },
  archive: { input: fc.record({ nth }), isPossible: some, run: on.archive },
  restore: {
    weight: 2,
    input: fc.record({ nth }),
    // Restoring a correction would dispute the memory that it marks as wrong; disputes have their own tests.
    isPossible: (model, input: on.Chosen) => on.chosen(model, input)?.refutes === null,
    run: on.restore,
  },
  correct: {
    weight: 2,
    input: fc.record({ nth, kind: fc.constantFrom("outdated", "wrong") }),
    isPossible: some,
    run: on.correct,
  },
  replace: {
    weight: 2,
    input: fc.record({ nth, content: text }),
    isPossible: some,
    run: on.replace,
  },
  supersede: { input: fc.record({ nth, other: nth }), isPossible: some, run: on.supersede },
  feedback: {
    weight: 2,
    input: fc.record({ nth, verdict: fc.constantFrom("useful", "not-useful", "flag", "reject") }),
    isPossible: some,
    run: on.feedback,
  },
  forget: { input: fc.record({ nth }), isPossible: some, run: whole.forget },
  undo: { weight: 4, input: fc.record({ nth: fc.option(nth, { freq: 3 }) }), run: whole.undoLast },
  exportElsewhere: { input: fc.constant(null), run: whole.exportElsewhere },
  saveExport: { input: fc.constant(null), run: whole.saveExport },
  importSaved: { input: fc.constant(null), run: whole.importSaved },
  startSession: {
    weight: 3,
    input: fc.record({ session }),
    isPossible: (model, { session: id }: { session: string }) =>
      !model.openSessions.has(id) && !model.endedSessions.has(id),
    run: whole.startSession,
  },
  endSession: {
    weight: 2,
    input: fc.record({ session }),
    isPossible: isOpen,
    run: whole.endSession,
  },
  letTimePass: {
    weight: 2,
    input: fc.record({ days: fc.constantFrom(1, 7, 29, 29, 40, 200) }),
    run: whole.letTimePass,
  },
};

/** Number of runs by kind of operation. */
type Counts = Map<string, number>;

/** State of each store after its last operation. */
const snapshots = new WeakMap<SequenceStore, Snapshot>();

async function snapshotOf(store: SequenceStore): Promise<Snapshot> {
  return { all: await store.all(), document: await store.document() };
}

async function current(store: SequenceStore): Promise<Snapshot> {
  return snapshots.get(store) ?? snapshotOf(store);
}

class Command implements fc.AsyncCommand<Model, SequenceStore> {
  readonly #kind: string;
  readonly #input: unknown;
  readonly #counts: Counts;

  constructor(kind: string, input: unknown, counts: Counts) {
    this.#kind = kind;
    this.#input = input;
    this.#counts = counts;
  }

  check(model: Model): boolean {
    return KINDS[this.#kind]?.isPossible?.(model, this.#input as never) ?? true;
  }

  async run(model: Model, store: SequenceStore): Promise<void> {
    this.#counts.set(this.#kind, (this.#counts.get(this.#kind) ?? 0) + 1);
    model.nowMs += 1000;
    store.clock.nowMs = model.nowMs;
    const [before, changes] = [await current(store), model.changes.length];
    await KINDS[this.#kind]?.run(model, store, this.#input as never);
    const after = await snapshotOf(store);
    snapshots.set(store, after);
    const last = model.changes.at(-1);
    if (last !== undefined && model.changes.length > changes)
      whole.noteDocuments(last, before.document, after.document);
    requireLegalSteps(before.all, after.all);
    await requireAgreement(model, store, after, this.#text(model));
  }

  /** Returns the text that the operation was about, used as the query of a recall. */
  #text(model: Model): string {
    const { content, nth: which } = (this.#input ?? {}) as { content?: string; nth?: number };
    return content ?? on.chosen(model, { nth: which ?? 0 })?.content ?? TEXTS[0];
  }

  toString(): string {
    return `${this.#kind}(${JSON.stringify(this.#input)})`;
  }
}

export interface SequenceRun extends StoreChoice {
  readonly runs: number;
  readonly seed?: number | undefined;
  readonly longest: number;
  readonly onSequence?: ((done: number) => void) | undefined;
}

export interface SequenceOutcome {
  readonly sequences: number;
  readonly operations: Readonly<Record<string, number>>;
  readonly seed: number;
  /** Shortest sequence after which store and model differ, and the difference; null if they agree. */
  readonly difference: string | null;
}

export async function runSequences({
  runs,
  seed,
  longest,
  hasEncoder,
  onSequence,
}: SequenceRun): Promise<SequenceOutcome> {
  const folder = await makeSequenceFolder({ hasEncoder });
  const counts: Counts = new Map();
  let done = 0;
  const commands = Object.entries(KINDS).flatMap(([kind, { weight = 1, input }]) =>
    Array.from({ length: weight }, () => input.map((value) => new Command(kind, value, counts))),
  );
  const property = fc.asyncProperty(
    fc.commands(commands, { maxCommands: longest, size: "max" }),
    async (list) => {
      const store = await folder.open(START_MS);
      try {
        await fc.asyncModelRun(() => ({ model: newModel(START_MS), real: store }), list);
      } finally {
        await store.close();
      }
      onSequence?.(++done);
    },
  );
  try {
    const details = await fc.check(property, {
      numRuns: runs,
      ...(seed === undefined ? {} : { seed }),
    });
    const error = details.errorInstance;
    const difference = details.failed
      ? `${String(details.counterexample?.[0])}\n${error instanceof Error ? error.message : String(error)}`
      : null;
    const operations = Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { sequences: details.numRuns, operations, seed: details.seed, difference };
  } finally {
    folder.remove();
  }
}
