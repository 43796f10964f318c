/** Joins merges of pairs, so that a person decides once about all memories that may state the same. Pure. */
import type { MemoryId } from "../ids.ts";
import type { NewProposal } from "./proposal.ts";

export interface ProposalGroup<P extends NewProposal> {
  /** Sorted by id. */
  readonly memories: readonly MemoryId[];
  /** The proposals that the group consists of, the highest score first; at least one. */
  readonly parts: readonly [P, ...P[]];
}

/**
 * Groups merges: in a group, each memory has a proposed merge with each other one, so that a chain of similar memories is not
 * merged as a whole. A proposal of another kind is a group of its own. The highest score comes first.
 */
export function groupMerges<P extends NewProposal>(proposals: readonly P[]): ProposalGroup<P>[] {
  const ordered = [...proposals].sort((a, b) => b.score - a.score);
  const pairs = new Set(ordered.filter(isMerge).map(({ memories }) => pairKey(memories)));
  const setOf = new Map<MemoryId, ReadonlySet<MemoryId>>();
  for (const { memories } of ordered.filter(isMerge)) {
    const joined = new Set(memories.flatMap((id) => [...(setOf.get(id) ?? [id])]));
    if (areAllPaired([...joined], pairs)) for (const id of joined) setOf.set(id, joined);
  }
  const groups = new Map<string, [P, ...P[]]>();
  for (const proposal of ordered) {
    const memories = membersOf(proposal, setOf);
    const key = `${proposal.kind} ${memories.join(" ")}`;
    const parts = groups.get(key);
    if (parts === undefined) groups.set(key, [proposal]);
    else parts.push(proposal);
  }
  return [...groups.values()].map((parts) => ({ memories: membersOf(parts[0], setOf), parts }));
}

function isMerge({ kind }: NewProposal): boolean {
  return kind === "merge";
}

function membersOf(
  { kind, memories }: NewProposal,
  setOf: ReadonlyMap<MemoryId, ReadonlySet<MemoryId>>,
): MemoryId[] {
  const group = kind === "merge" ? setOf.get(memories[0] as MemoryId) : undefined;
  const isWhole = group !== undefined && memories.every((id) => group.has(id));
  return [...(isWhole ? group : memories)].sort();
}

function areAllPaired(ids: readonly MemoryId[], pairs: ReadonlySet<string>): boolean {
  return ids.every((a, i) => ids.slice(i + 1).every((b) => pairs.has(pairKey([a, b]))));
}

function pairKey(memories: readonly MemoryId[]): string {
  return [...memories].sort().join(" ");
}
