/** `tacit explain`: explains why a memory exists, or why a question finds and shows its results. */
import {
  type Evidence,
  isIdLike,
  type Memory,
  MemoryError,
  type OutsideOrigin,
  shortId,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withCaughtUp } from "../../open.ts";
import { clipped, plural, printable } from "../../output/layout.ts";
import { iso, memoryJson } from "../../output/memory-json.ts";
import { memoryLines } from "../../output/memory-text.ts";
import { explanationLines, whyOf } from "../../output/why.ts";
import { sentence } from "../../parsed-args.ts";

/** Maximum number of showings that are read; the newest ones. */
const SHOWN_AT_MOST = 200;
/** Number of hits that are explained; more do not fit on a screen. */
const HITS = 5;

export const explain: Command = {
  name: "explain",
  summary: "explain why a memory exists, or why a question finds and shows what it does",
  arguments: [
    { name: "what", text: "memory id, or its last digits, or a question", isVariadic: true },
  ],
  details:
    "For a memory: its origin, the evidence and the candidates behind it, its changes, and where it was shown.\nFor a question: the parts of the score of each of the first hits, and why agents are shown it automatically or not.",
  examples: ["tacit explain 4f3a91c2", 'tacit explain "why does the build fail on Windows"'],
  run: async (input, context) => {
    const what = sentence(input);
    const id = what.toLowerCase().replace(/^\[?mem:|\]$/g, "");
    await withCaughtUp(context, async (tacit) => {
      if (!isIdLike(id)) return explainQuestion(tacit, what, context);
      try {
        await explainMemory(tacit, id, context);
      } catch (error) {
        // A word such as "facade" also looks like the end of an id. If no memory has it, the word is a question.
        if (!MemoryError.is(error, "memory_not_found") || /\d/.test(id)) throw error;
        await explainQuestion(tacit, what, context);
      }
    });
  },
};

async function explainMemory(tacit: Tacit, id: string, context: CommandContext): Promise<void> {
  const { memory, edges, versions } = await tacit.memories.story(id);
  const candidates = (await tacit.memories.candidates({ state: "promoted" })).filter(
    (candidate) => candidate.state === "promoted" && candidate.memoryId === memory.id,
  );
  const shown = await tacit.admin.shown({ memoryId: memory.id, limit: SHOWN_AT_MOST });
  const toAgents = shown.filter(({ point }) => point !== "own_write" && point !== "request");
  const shownAtLeast = shown.length === SHOWN_AT_MOST ? "at least " : "";
  const outside = await tacit.memories.outsideOrigins(memory);
  const nowMs = context.machine.nowMs();
  const document = {
    memory: memoryJson(memory, nowMs),
    origin: {
      source: memory.source,
      agent: memory.agent,
      sessions: memory.sessions,
      branch: memory.branch,
      commit: memory.commit,
    },
    evidence: memory.evidence.map(({ atMs, ...rest }) => ({ ...rest, at: iso(atMs) })),
    candidates: candidates.map(({ id: candidate, signals, sessions, score }) => ({
      id: candidate,
      signals,
      sessions,
      score,
    })),
    doubts: doubtsOf(memory, outside),
    relations: edges,
    versions: versions.length,
    shown: toAgents.map(({ sessionId, point, tokens, atMs, isPointer }) => ({
      ...{
        session: sessionId,
        point,
        tokens,
        at: iso(atMs),
        level: isPointer ? "pointer" : "full",
      },
    })),
    useful: memory.usefulCount,
  };
  context.out.result(document, () =>
    [
      memoryLines(memory, context.out, nowMs),
      `why             ${originText(memory)}`,
      ...candidates.map(
        ({ signals, sessions, score }) =>
          `learned from    ${signals.join(", ")} in ${plural(sessions.length, "session")}, score ${score.toFixed(2)}`,
      ),
      ...memory.evidence.map((one) => `evidence        ${evidenceText(one)}`),
      ...doubtsOf(memory, outside).map((doubt) => `doubt           ${doubt}`),
      ...edges.map(({ fromId, toId, type }) =>
        fromId === memory.id
          ? `relation        ${type.replaceAll("_", " ")} ${shortId(toId)}`
          : `relation        ${shortId(fromId)} ${type.replaceAll("_", " ")} this`,
      ),
      `changes         ${plural(versions.length, "version")}; see \`tacit history ${shortId(memory.id)}\``,
      `shown           ${shownAtLeast}${plural(toAgents.length, "time")} to agents, judged useful ${plural(memory.usefulCount, "time")}`,
    ].join("\n"),
  );
}

function originText({ source, agent, sessions, branch }: Memory): string {
  const by = agent === null ? "" : ` by ${agent}`;
  const where =
    sessions.length === 0
      ? ""
      : `, from ${plural(sessions.length, "session")} (${sessions.slice(0, 3).join(", ")})`;
  return printable(
    `${source.replaceAll("_", " ")}${by}${where}${branch === null ? "" : `, on ${branch}`}`,
  );
}

function evidenceText({ kind, detail, atMs }: Evidence): string {
  return clipped(`${kind.replaceAll("_", " ")} ${iso(atMs).slice(0, 10)}: ${detail}`, 100);
}

const OUTSIDE: Readonly<Record<OutsideOrigin["kind"], (name: string) => string>> = {
  command: (name) => `\`${name}\` had printed text from outside`,
  page: (name) => `its session had read ${name}`,
  tool: (name) => `the tool ${name} had returned text from outside`,
  paste: (name) => `the user had pasted another person's text: “${name}”`,
};

/** Returns reasons to doubt the memory, or not to show it. */
function doubtsOf(memory: Memory, outside: readonly OutsideOrigin[]): string[] {
  return [
    ...(memory.standing === "hypothesis"
      ? ["a hypothesis: shown by title only until something confirms it"]
      : []),
    ...(memory.needsReview ? ["waits for review: not shown to agents"] : []),
    ...(memory.isTainted && outside.length === 0
      ? ["learned after its session read text from outside"]
      : []),
    ...outside.map((origin) => `learned after ${OUTSIDE[origin.kind](printable(origin.name))}`),
    ...(memory.isDisputed ? ["another memory contradicts it: not shown to agents"] : []),
    ...(memory.supersededBy === null ? [] : [`replaced by ${shortId(memory.supersededBy)}`]),
    ...(memory.state === "archived" ? ["archived"] : []),
  ];
}

async function explainQuestion(
  tacit: Tacit,
  query: string,
  context: CommandContext,
): Promise<void> {
  const { hits, abstained } = await tacit.memories.recall({
    query,
    limit: HITS,
    in: "memories",
    isExplained: true,
  });
  const nowMs = context.machine.nowMs();
  const document = {
    query,
    abstained,
    hits: hits.map((hit) => ({
      id: hit.memory.id,
      title: hit.memory.title,
      score: hit.score,
      confidence: hit.confidence,
      freshness: hit.freshness,
      why: whyOf(hit),
      explanation: hit.explanation,
    })),
  };
  context.out.result(document, () => {
    if (hits.length === 0) return "No memory was found.";
    const verdict = abstained
      ? "An agent would be shown none of these automatically."
      : "An agent would be shown some of these automatically.";
    return [
      verdict,
      ...hits.map((hit) =>
        [
          memoryLines(hit.memory, context.out, nowMs),
          `  ${whyOf(hit)}`,
          ...explanationLines(hit).map((line) => `  ${line}`),
        ].join("\n"),
      ),
    ].join("\n\n");
  });
}
