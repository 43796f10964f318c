/** Returns memories that match a question, through recall, or that match filters, newest first and in pages. */
import type { Hit, Memory } from "@tacit-memory/memory";
import type { MemoryPage } from "@tacit-memory/protocol";
import type { MemoriesInput } from "./requests.schema.ts";
import { type At, rowOf } from "./rows.ts";

/** Rows per page: three screens. */
const PAGE = 100;
/** Maximum hits of a question; later hits are about something else. */
const HITS = 50;
/** Minimum relevance of a memory without a word of the question. Questions of nonsense reach 0.12. */
const NEAR = 0.15;

export async function searchMemories(at: At, request: MemoriesInput): Promise<MemoryPage> {
  return request.query.trim() === "" ? listPage(at, request) : recalled(at, request);
}

async function recalled({ tacit, nowMs }: At, request: MemoriesInput): Promise<MemoryPage> {
  const { query, type, state, only } = request;
  // `isAsked` is not set: a partly typed word that finds nothing must not be stored as a gap.
  const { hits, tookMs, corrected } = await tacit.memories.recall({
    query,
    isTyped: true,
    in: "memories",
    limit: HITS,
    withArchived: state !== "active",
    allBranches: only === "staged",
    mayAnswer: (memory) => isWanted(memory, request),
    ...(type === undefined ? {} : { types: [type] }),
  });
  const rows = hits.filter(isFound).map(({ memory, explanation }) => ({
    ...rowOf(memory, nowMs),
    matched: explanation.matched,
  }));
  return { rows, next: null, tookMs, ...(corrected !== undefined && { corrected }) };
}

/** Whether a hit contains a word of the question, is about what it names, or is near to it in meaning. */
function isFound({ explanation: { matched, ranks, relevance } }: Hit): boolean {
  const isExact = [ranks.anchor, ranks.fingerprint, ranks.trigger].some(
    (rank) => rank !== undefined,
  );
  return isExact || matched.length > 0 || relevance >= NEAR;
}

/** Applies the filters that recall does not have. */
function isWanted(memory: Memory, { state, tag, file, only }: MemoriesInput): boolean {
  if (state !== "all" && memory.state !== state) return false;
  if (tag !== undefined && !memory.tags.includes(tag)) return false;
  if (file !== undefined && !memory.files.some((item) => isIn(item, file))) return false;
  if (only === "pinned") return memory.isPinned;
  if (only === "review") return memory.needsReview;
  return only !== "staged" || memory.isStaged;
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`);
}

async function listPage({ tacit, nowMs }: At, request: MemoriesInput): Promise<MemoryPage> {
  const startedAt = performance.now();
  const { type, tag, file, state, only, after } = request;
  const found = await tacit.memories.list({
    type,
    tag,
    file,
    ...(type === undefined && state === "active" ? { exceptType: "handoff" } : {}),
    state: state === "all" ? null : state,
    withSuperseded: state !== "active",
    isPinned: only === "pinned",
    needsReview: only === "review",
    isStaged: only === "staged",
    olderThan: after === undefined ? undefined : lastOf(after),
    limit: PAGE + 1,
  });
  const rows = found.slice(0, PAGE);
  const last = rows.at(-1);
  return {
    rows: rows.map((memory) => ({ ...rowOf(memory, nowMs), matched: [] })),
    next: found.length > PAGE && last !== undefined ? `${last.createdAtMs}.${last.id}` : null,
    tookMs: performance.now() - startedAt,
  };
}

function lastOf(after: string): Pick<Memory, "id" | "createdAtMs"> {
  const at = after.indexOf(".");
  return { createdAtMs: Number(after.slice(0, at)), id: after.slice(at + 1) as Memory["id"] };
}
