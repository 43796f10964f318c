/** `tacit recall`: finds relevant memories for one query or a file of queries. */
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
import type { Command, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { inputText } from "../../input/input-lines.ts";
import { recallBatch } from "../../input/recall-batch.ts";
import { withCaughtUp, withTacit } from "../../open.ts";
import { printable } from "../../output/layout.ts";
import { hitJson, iso, memoryJson } from "../../output/memory-json.ts";
import { memoryLines } from "../../output/memory-text.ts";
import { passageHitJson, passageLines, passageWhy } from "../../output/passage-text.ts";
import { explanationLines, silenceText, whyOf } from "../../output/why.ts";
import {
  choice,
  choices,
  count,
  flag,
  learnedIn,
  sentence,
  text,
  texts,
} from "../../parsed-args.ts";

export const recall: Command = {
  name: "recall",
  summary: "search memories and past sessions by question, error message or file",
  arguments: [
    {
      name: "query",
      text: "words, an error message or a path; - reads standard input",
      isOptional: true,
      isVariadic: true,
    },
  ],
  options: [
    { flags: "--limit <n>", text: "default: 10" },
    {
      flags: "--in <where>",
      text: "where to search: all (default), memories, or sessions (past conversations)",
      choices: SEARCHED,
    },
    { flags: "--file <path>", text: "a file that the question is about", isRepeatable: true },
    {
      flags: "--phase <phase>",
      text: "phase of the work; among hits of nearly equal relevance, types that help in it come first",
      choices: PHASES,
    },
    { flags: "--type <type>", text: "only memories of this type", isRepeatable: true },
    {
      flags: "--since <when>",
      text: "only memories learned since this time: 3d, yesterday, last week, 2026-10",
    },
    { flags: "--until <when>", text: "only memories learned until this time" },
    {
      flags: "--at <when>",
      text: "show what was true at that time, including memories superseded since (keyword matches only)",
    },
    {
      flags: "--before <event>",
      text: "only memories learned before this memory: its id, or words that find it",
    },
    {
      flags: "--after <event>",
      text: "only memories learned after this memory: its id, or words that find it",
    },
    { flags: "--archived", text: "include archived memories" },
    { flags: "--all-projects", text: "search all projects" },
    {
      flags: "--all-branches",
      text: "include memories of branches that are not merged into this branch",
    },
    { flags: "--explain", text: "show how each score was computed" },
    {
      flags: "--batch <file>",
      text: "JSON lines {id, query, limit?, files?, phase?, project?}; other options apply to every line; - reads standard input",
    },
  ],
  details:
    "Agents see a memory automatically only if it is clearly relevant to their turn. `abstained: true` means that none of these results would have been shown. This command prints them anyway.\n\nA question that ends in `before the …` or `after the …` is limited by that event, as with --before and --after, if the words clearly identify one memory; the answer names that memory. A question about what was learned, decided or changed with `last week`, `in March`, `since monday` or `before August` is limited to that time if something relevant is from then. Otherwise the answer states that nothing is.\n\nA memory learned on a branch is shown if the history of the checked-out commit contains that branch, or a commit with the same changes. After a merge into the default branch, it is shown everywhere.",
  examples: [
    'tacit recall "why does the build fail on Windows"',
    "tacit recall --file src/store/migrate.ts --explain",
    'tacit recall "caching" --since "last month" --until "last month"',
    'tacit recall "which port" --at 2026-08',
    'tacit recall "how were sessions stored" --before "the migration to SQLite"',
    'tacit recall "how are cents rounded" --all-branches',
    'tacit recall "why was the queue dropped" --in sessions',
    'tacit recall "hue in PairGrid" --type handoff  # find the sessions about this topic',
    "npm test 2>&1 | tacit recall -",
    "tacit recall --batch queries.jsonl > hits.jsonl",
  ],
  run: async (input, context) => {
    const batch = text(input, "batch");
    const queryInput = sentence(input);
    const query = queryInput === "-" ? (await inputText(context, "-")).trim() : queryInput;
    const files = texts(input, "file");
    if (batch !== undefined) {
      if (query.trim() !== "") {
        throw new MemoryError("usage", {
          reason: "--batch reads its queries from the file; omit the query",
        });
      }
      const request = { ...boundsOf(input, context), files };
      const answerAll = (tacit: Tacit) => recallBatch(context, tacit, batch, request);
      await withTacit(context, answerAll, { isLongLived: true });
      return;
    }
    const isDated = learnedIn(input, context) !== undefined;
    if (query.trim() === "" && files.length === 0 && !isDated) {
      throw new MemoryError("usage", { reason: "add a query, --file, --since or --batch" });
    }
    const search = async (tacit: Tacit) => {
      const recalled = await tacit.memories.recall({
        query,
        files,
        ...boundsOf(input, context),
        isAsked: true,
        isExplained: flag(input, "explain"),
      });
      const {
        tookMs,
        abstained,
        answers,
        imagined,
        corrected,
        events,
        period,
        emptyPeriod,
        meaningProblem,
      } = recalled;
      const isExplained = flag(input, "explain");
      const projectOf = flag(input, "allProjects") ? await projectNames(tacit) : () => null;
      const named = (hit: Hit) => {
        const project = projectOf(hit);
        return project === null ? {} : { project };
      };
      const document = {
        query,
        tookMs,
        abstained,
        hits: answers.map((item) =>
          item.kind === "passage"
            ? { ...passageHitJson(item.hit), shown: item.shown }
            : {
                ...hitJson(item.hit, isExplained),
                score: item.score,
                shown: item.shown,
                ...named(item.hit),
              },
        ),
        ...(meaningProblem === null ? {} : { meaningProblem }),
        ...(imagined === null ? {} : { imagined }),
        ...(corrected === undefined ? {} : { corrected }),
        ...(events.length === 0
          ? {}
          : { events: events.map((event) => memoryJson(event, context.machine.nowMs())) }),
        ...(period === null ? {} : { period: periodJson(period) }),
        ...(emptyPeriod === null ? {} : { emptyPeriod: periodJson(emptyPeriod) }),
      };
      const hasQuestion = query.trim() !== "";
      context.out.result(document, () =>
        answer(recalled, { isExplained, projectOf, hasQuestion }, context),
      );
    };
    await withCaughtUp(context, search, { mayMap: true });
  },
};

/** Returns filters that apply to every query. */
function boundsOf(input: ParsedArgs, context: CommandContext) {
  const at = text(input, "at");
  return {
    learned: learnedIn(input, context),
    atMs: at === undefined ? undefined : momentOf(at, context.machine.nowMs()),
    before: text(input, "before"),
    after: text(input, "after"),
    limit: count(input, "limit", 1),
    phase: choice(input, "phase", PHASES),
    types: texts(input, "type").length === 0 ? undefined : choices(input, "type", MEMORY_TYPES),
    withArchived: flag(input, "archived"),
    in: choice(input, "in", SEARCHED),
    anyProject: flag(input, "allProjects"),
    allBranches: flag(input, "allBranches"),
  };
}

interface PrintedAnswer {
  readonly isExplained: boolean;
  readonly projectOf: ProjectOf;
  /** False if only files or a period were asked for: an agent is shown those memories at the file. */
  readonly hasQuestion: boolean;
}

/** Returns the project of a hit if other projects are searched as well; null for a global memory. */
type ProjectOf = (hit: Hit) => string | null;

async function projectNames(tacit: Tacit): Promise<ProjectOf> {
  const names = new Map((await tacit.admin.projects()).map(({ id, canonical }) => [id, canonical]));
  return ({ memory: { scope, projectId } }) =>
    scope === "global" || projectId === null ? null : (names.get(projectId) ?? null);
}

function answer(
  {
    answers,
    abstained,
    imagined,
    corrected,
    events,
    period,
    emptyPeriod,
    meaningProblem,
  }: Recalled,
  shown: PrintedAnswer,
  context: CommandContext,
): string {
  const { colors } = context.out;
  const bounds = events.map((event) =>
    colors.dim(`Limited in time by ${shortId(event.id)}: ${printable(event.title)}`),
  );
  const timed = [
    ...(period === null ? [] : [`Only results of this time: ${printable(period.phrase)}`]),
    ...(emptyPeriod === null
      ? []
      : [
          `Nothing relevant is from this time: ${printable(emptyPeriod.phrase)}. Results of any time.`,
        ]),
  ].map((line) => colors.dim(line));
  const alone =
    meaningProblem === null
      ? []
      : [
          colors.dim(
            `Searched by words only, because the encoder failed: ${printable(meaningProblem)}. To test it, run \`tacit models check\`.`,
          ),
        ];
  const hypothetical = imagined === null ? [] : [colors.dim(imaginedLine(imagined))];
  const searched = [...alone, ...bounds, ...timed, ...hypothetical];
  if (answers.length === 0) {
    const ofTime = period === null ? "" : ` of this time: ${printable(period.phrase)}`;
    return [`no results${ofTime}`, ...alone, ...bounds, ...hypothetical].join("\n");
  }
  const body = answers.map((item) =>
    item.kind === "passage"
      ? passageHitLines(item.hit, context)
      : hitLines(item.hit, shown, context),
  );
  const hits = answers.flatMap((item) => (item.kind === "memory" ? [item.hit] : []));
  const isSilent = abstained && shown.hasQuestion && hits.length > 0;
  const suppressed = isSilent ? [colors.dim(silenceText(hits))] : [];
  const more = answers.some(({ kind }) => kind === "passage")
    ? [colors.dim("To read a passage with its context, run `tacit show ses:ID`.")]
    : [];
  // First, because otherwise the results look like an answer.
  const instead =
    corrected === undefined ? [] : [colors.dim(`Results for "${printable(corrected)}":`)];
  return [...instead, ...suppressed, ...body, ...searched, ...more].join("\n\n");
}

function periodJson({ phrase, learned: { fromMs, toMs } }: NonNullable<Recalled["period"]>) {
  return {
    said: phrase,
    from: fromMs === undefined ? null : iso(fromMs),
    until: toMs === undefined ? null : iso(toMs),
  };
}

function imaginedLine({ by, text, problem }: NonNullable<Recalled["imagined"]>): string {
  if (text === null)
    return `No results for the question, and ${by} returned no hypothetical answer: ${problem}`;
  return `No results for the question; searched with a hypothetical answer of ${by}: ${printable(text).replace(/\s+/g, " ")}`;
}

function passageHitLines(hit: PassageHit, { out, machine }: CommandContext): string {
  const why = out.colors.dim(`           found by ${passageWhy(hit)}`);
  return [passageLines(hit, out, machine.nowMs()), why].join("\n");
}

function hitLines(
  hit: Hit,
  { isExplained, projectOf }: PrintedAnswer,
  context: CommandContext,
): string {
  const { out, machine } = context;
  const project = projectOf(hit);
  const why = [
    ...(project === null ? [] : [`project ${printable(project)}`]),
    `found by ${whyOf(hit)}`,
    ...(isExplained ? explanationLines(hit) : []),
  ];
  const lines = why.map((line) => out.colors.dim(`           ${line}`));
  return [memoryLines(hit.memory, out, machine.nowMs()), ...lines].join("\n");
}
