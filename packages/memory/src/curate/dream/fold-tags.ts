/** Unifies the spelling of tags that differ in case, in a separator or in the plural: night, Night, nights. */
import { setTimeout as pause } from "node:timers/promises";
import type { MemoryId } from "../../domain/ids.ts";
import { MERGED_TAG, RULE_FILE_TAG } from "../../domain/memory.ts";
import { unique } from "../../learn/promote/new-memory.ts";
import { countTags, memoriesTagged, type TagCount } from "../../store/dream/tag-forms.ts";
import { changeMemory, getMemories } from "../../store/memories/memories.ts";
import { BACKGROUND } from "../../store/undo-entries.ts";
import type { Workspace } from "../../workspace.ts";
import { recordChange } from "../undo/record-change.ts";
import { DREAM } from "./limits.ts";

export interface TagFold {
  readonly from: readonly string[];
  readonly to: string;
  /** Number of memories with one of the other spellings. */
  readonly memories: number;
}

/** Tags that Tacit itself sets and reads. A person's tag is never changed into one of them. */
const OWN_TAGS = new Set([
  ...["agent-note", "cause", "changes-together", "command", "dead-end", "edit", "error", "fix"],
  ...["from-history", "hook", "install", "lesson", "module", "not-in-file", "outdated"],
  ...["recurring", "steps", "unconfirmed", "user-rule", "where", "wrong"],
  ...[MERGED_TAG, RULE_FILE_TAG],
]);

/** Pure. Groups the spellings of equal tags; the target is the spelling that most memories have. */
function foldsOf(tags: readonly TagCount[]): Omit<TagFold, "memories">[] {
  const groups = new Map<string, TagCount[]>();
  for (const tag of tags) {
    const key = foldedTag(tag.tag);
    groups.set(key, [...(groups.get(key) ?? []), tag]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1 && !group.some(({ tag }) => OWN_TAGS.has(tag)))
    .map((group) => {
      const [to, ...from] = [...group].sort(byUse).map(({ tag }) => tag);
      return { from, to: to ?? "" };
    });
}

function byUse(a: TagCount, b: TagCount): number {
  const isLower = ({ tag }: TagCount) => (tag === tag.toLowerCase() ? 0 : 1);
  const byForm = isLower(a) - isLower(b) || a.tag.length - b.tag.length;
  return b.count - a.count || byForm || (a.tag < b.tag ? -1 : 1);
}

function foldedTag(tag: string): string {
  const plain = tag
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
  if (plain.length < 4 || /(?:ss|us|is)$/.test(plain)) return plain;
  return plain
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/s$/, "");
}

/** Returns the folds that a run would apply now. */
export async function planFolds(workspace: Workspace): Promise<PlannedFold[]> {
  const { db, projectId } = workspace;
  const plan: PlannedFold[] = [];
  for (const fold of foldsOf(await countTags(db, projectId))) {
    const ids = await memoriesTagged(db, projectId, { tags: fold.from, undone: UNDONE });
    if (ids.length > 0) plan.push({ ...fold, ids, memories: ids.length });
  }
  return plan;
}

export interface PlannedFold extends TagFold {
  readonly ids: readonly MemoryId[];
}

export const FOLD_NAMES = { command: "dream: tags", opportunistic: `${BACKGROUND}tags` } as const;
const UNDONE = Object.values(FOLD_NAMES).map((name) => `undone: ${name}`);

/**
 * Records a separate change for each memory, so that a single memory can be undone. Returns the number of changed memories,
 * which is lower than planned if time ran out.
 */
export async function applyFold(
  workspace: Workspace,
  { from, to, ids }: PlannedFold,
  change: { readonly what: string; readonly groupId: string },
  mayGoOn: () => boolean,
): Promise<number> {
  let changed = 0;
  for (let at = 0; at < ids.length && mayGoOn(); at += DREAM.tagsAtOnce) {
    await workspace.db.transaction(async (tx) => {
      for (const memory of await getMemories(tx, ids.slice(at, at + DREAM.tagsAtOnce))) {
        const tags = unique(memory.tags.map((tag) => (from.includes(tag) ? to : tag)));
        await recordChange({ ...workspace, db: tx }, change, (recorded) =>
          changeMemory(tx, memory, { ...memory, tags }, "tags folded", recorded.moment()),
        );
        changed++;
      }
    });
    await pause(DREAM.turnMs);
  }
  return changed;
}
