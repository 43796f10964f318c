/** `tacit recall`: what do we know that bears on this? One query, or a file of them. */
import {
  type Hit,
  MEMORY_TYPES,
  MemoryError,
  momentOf,
  type PassageHit,
  PHASES,
  type Recalled,
  SEARCHED,
  shortId,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command, Given } from "../command.ts";
import { choice, choices, count, flag, learnedIn, sentence, text, texts } from "../given.ts";
import { inputText } from "../input-lines.ts";
import { printable } from "../layout.ts";
import { hitJson, iso, memoryJson } from "../memory-json.ts";
import { memoryLines } from "../memory-text.ts";
import { withCaughtUp, withTacit } from "../open.ts";
import { passageHitJson, passageLines, passageWhy } from "../passage-text.ts";
import { recallBatch } from "../recall-batch.ts";
import { explanationLines, whyOf } from "../why.ts";
import type { World } from "../world.ts";

export const recall: Command = {
  name: "recall",
  summary: "search memories and past sessions for a question, an error, a file",
  arguments: [
    {
      name: "query",
      text: "words, an error message, a path; - reads it from standard input",
      isOptional: true,
      isVariadic: true,
    },
  ],
  options: [
    { flags: "--limit <n>", text: "default: 10" },
    {
      flags: "--in <where>",
      text: "all (default), memories, or what was said in past sessions",
      choices: SEARCHED,
    },
    { flags: "--file <path>", text: "a file in play", isRepeatable: true },
    { flags: "--phase <phase>", text: "what is being done", choices: PHASES },
    { flags: "--type <type>", text: "only this type", isRepeatable: true },
    {
      flags: "--since <when>",
      text: "only what was learned since: 3d, yesterday, last week, 2026-10",
    },
    { flags: "--until <when>", text: "only what was learned until then" },
    {
      flags: "--at <when>",
      text: "what was true then: also what words find of what was superseded since",
    },
    {
      flags: "--before <event>",
      text: "only what was learned before this memory: its id, or words that find it",
    },
    { flags: "--after <event>", text: "only what was learned after it" },
    { flags: "--archived", text: "archived memories too" },
    { flags: "--all-projects", text: "of every project" },
    { flags: "--all-branches", text: "of branches that are not merged here, too" },
    { flags: "--explain", text: "how each score came about" },
    {
      flags: "--batch <file>",
      text: "JSON lines {id, query, limit?, files?, phase?, project?}, bounded by the other options; - is standard input",
    },
  ],
  details:
    "An agent is shown a memory unasked only when it clearly bears on its turn; `abstained` says that none of\nthese would be. You get them all the same.\n\nA question about the past that ends in `before the …` or `after the …` is bounded by that event where the words\nname one memory clearly, as with --before and --after; the answer says which. One that asks what\nwas learned or decided `last week`, `in March` or `since monday` is bounded by that time, and so is what was so\n`before August`.\n\nWhat was learned on a branch is told where that branch, or a commit that changes the same, is in the history of\nwhat is checked out; once it is merged into the default branch, everywhere.",
  examples: [
    'tacit recall "why does the build fail on Windows"',
    "tacit recall --file src/store/migrate.ts --explain",
    'tacit recall "caching" --since "last month" --until "last month"',
    'tacit recall "which port" --at 2026-08',
    'tacit recall "how were sessions stored" --before "the migration to SQLite"',
    'tacit recall "how are cents rounded" --all-branches',
    'tacit recall "why was the queue dropped" --in sessions',
    'tacit recall "hue in PairGrid" --type handoff  # which sessions were about that',
    "npm test 2>&1 | tacit recall -",
    "tacit recall --batch queries.jsonl > hits.jsonl",
  ],
  run: async (given, world) => {
    const batch = text(given, "batch");
    const said = sentence(given);
    const query = said === "-" ? (await inputText(world, "-")).trim() : said;
    const files = texts(given, "file");
    if (batch !== undefined) {
      if (query.trim() !== "") {
        throw new MemoryError("usage", { reason: "--batch has its queries in the file" });
      }
      const wish = { ...boundsOf(given, world), files };
      const answerAll = (tacit: Tacit) => recallBatch(world, tacit, batch, wish);
      await withTacit(world, answerAll, { isLongLived: true });
      return;
    }
    const isDated = learnedIn(given, world) !== undefined;
    if (query.trim() === "" && files.length === 0 && !isDated) {
      throw new MemoryError("usage", { reason: "a query, --file, --since or --batch is needed" });
    }
    const search = async (tacit: Tacit) => {
      const recalled = await tacit.recall({
        query,
        files,
        ...boundsOf(given, world),
        isAsked: true,
        isExplained: flag(given, "explain"),
      });
      const { tookMs, abstained, answers, imagined, events, period, meaningProblem } = recalled;
      const isExplained = flag(given, "explain");
      const projectOf = flag(given, "allProjects") ? await projectNames(tacit) : () => null;
      const named = (hit: Hit) => {
        const project = projectOf(hit);
        return project === null ? {} : { project };
      };
      const document = {
        query,
        tookMs,
        abstained,
        hits: answers.map((one) =>
          one.kind === "passage"
            ? { ...passageHitJson(one.hit), shown: one.shown }
            : {
                ...hitJson(one.hit, isExplained),
                score: one.score,
                shown: one.shown,
                ...named(one.hit),
              },
        ),
        ...(meaningProblem === null ? {} : { meaningProblem }),
        ...(imagined === null ? {} : { imagined }),
        ...(events.length === 0
          ? {}
          : { events: events.map((event) => memoryJson(event, world.machine.nowMs())) }),
        ...(period === null ? {} : { period: periodJson(period) }),
      };
      world.out.result(document, () => answer(recalled, { isExplained, projectOf }, world));
    };
    await withCaughtUp(world, search, { mayMap: true });
  },
};

/** What may be an answer, whatever is asked. */
function boundsOf(given: Given, world: World) {
  const at = text(given, "at");
  return {
    learned: learnedIn(given, world),
    atMs: at === undefined ? undefined : momentOf(at, world.machine.nowMs()),
    before: text(given, "before"),
    after: text(given, "after"),
    limit: count(given, "limit", 1),
    phase: choice(given, "phase", PHASES),
    types: texts(given, "type").length === 0 ? undefined : choices(given, "type", MEMORY_TYPES),
    withArchived: flag(given, "archived"),
    in: choice(given, "in", SEARCHED),
    anyProject: flag(given, "allProjects"),
    allBranches: flag(given, "allBranches"),
  };
}

interface Shown {
  readonly isExplained: boolean;
  readonly projectOf: ProjectOf;
}

/** The project a hit is of, where others are searched as well; null for what is of every project. */
type ProjectOf = (hit: Hit) => string | null;

async function projectNames(tacit: Tacit): Promise<ProjectOf> {
  const names = new Map((await tacit.projects()).map(({ id, canonical }) => [id, canonical]));
  return ({ memory: { scope, projectId } }) =>
    scope === "global" || projectId === null ? null : (names.get(projectId) ?? null);
}

function answer(
  { answers, abstained, imagined, events, period, meaningProblem }: Recalled,
  shown: Shown,
  world: World,
): string {
  const { colors } = world.out;
  const bounds = events.map((event) =>
    colors.dim(`Bounded by ${shortId(event.id)}: ${printable(event.title)}`),
  );
  const timed =
    period === null ? [] : [colors.dim(`Only what was learned ${printable(period.said)}`)];
  const alone =
    meaningProblem === null
      ? []
      : [
          colors.dim(
            `Searched by words alone, because the encoder failed: ${printable(meaningProblem)}; \`tacit models check\` looks closer`,
          ),
        ];
  const searched = [
    ...alone,
    ...bounds,
    ...timed,
    ...(imagined === null ? [] : [colors.dim(imaginedLine(imagined))]),
  ];
  if (answers.length === 0) return ["nothing known", ...searched].join("\n");
  const body = answers.map((one) =>
    one.kind === "passage" ? passageHitLines(one.hit, world) : hitLines(one.hit, shown, world),
  );
  const isMemory = answers.some(({ kind }) => kind === "memory");
  const suppressed =
    abstained && isMemory
      ? [colors.dim("No memory here is a strong enough match to be shown to an agent unasked.")]
      : [];
  const more = answers.some(({ kind }) => kind === "passage")
    ? [colors.dim("`tacit show ses:…` prints a passage with what was said around it.")]
    : [];
  return [...body, ...searched, ...suppressed, ...more].join("\n\n");
}

function periodJson({ said, learned: { fromMs, toMs } }: NonNullable<Recalled["period"]>) {
  return {
    said,
    from: fromMs === undefined ? null : iso(fromMs),
    until: toMs === undefined ? null : iso(toMs),
  };
}

function imaginedLine({ by, text, problem }: NonNullable<Recalled["imagined"]>): string {
  if (text === null) return `nothing was found, and ${by} did not imagine an answer: ${problem}`;
  return `Nothing was found by the question itself; searched with what ${by} imagined: ${printable(text).replace(/\s+/g, " ")}`;
}

function passageHitLines(hit: PassageHit, { out, machine }: World): string {
  const why = out.colors.dim(`           found by ${passageWhy(hit)}`);
  return [passageLines(hit, out, machine.nowMs()), why].join("\n");
}

function hitLines(hit: Hit, { isExplained, projectOf }: Shown, world: World): string {
  const { out, machine } = world;
  const project = projectOf(hit);
  const why = [
    ...(project === null ? [] : [`of ${printable(project)}`]),
    `found by ${whyOf(hit)}`,
    ...(isExplained ? explanationLines(hit) : []),
  ];
  const lines = why.map((line) => out.colors.dim(`           ${line}`));
  return [memoryLines(hit.memory, out, machine.nowMs()), ...lines].join("\n");
}
