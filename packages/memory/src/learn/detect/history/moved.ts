/** Finds folders that were moved or renamed. People and documents still name the old place. */
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";
import { daysOver, isWithin } from "./over-time.ts";
import { learned, type PastCommit } from "./past-commits.ts";

interface Move {
  readonly from: string;
  readonly to: string;
  readonly files: number;
  readonly commit: PastCommit;
}

const DATA_FILES =
  /(?:^|\/)(?:__snapshots__|snapshots?|fixtures?|__fixtures__|testdata|test-data|assets|images?|img|media|static|vendor|third_party|node_modules|dist|generated|archived?|old|deprecated)(?:\/|$)|\d+\.(?:\d|x)/i;

export function moved(trace: Trace, commits: readonly PastCommit[]): Signal[] {
  const all = commits.flatMap((commit, at) => movesOf(commit).map((move) => ({ ...move, at })));
  const ways = Map.groupBy(all, ({ from }) => from);
  return all
    .filter(
      (move) =>
        isWithin([move.commit], commits, HARVEST.movedMaxAgeDays) &&
        isKnown(move, commits.slice(move.at + 1)) &&
        !isUsedAgain(move, commits.slice(0, move.at)) &&
        // A folder that went to two places is ambiguous.
        new Set(ways.get(move.from)?.map(({ to }) => to)).size === 1,
    )
    .sort((a, b) => b.files - a.files || (a.from < b.from ? -1 : 1))
    .slice(0, HARVEST.movedMost)
    .map(({ from, to, files, commit }) => {
      const month = new Date(commit.atMs).toISOString().slice(0, 7);
      return learned(trace, {
        subject: `moved:${from}`,
        score: HARVEST.movedScore,
        type: "fact",
        title: titleOfMove(from, to),
        content: `\`${from}/\` was moved to \`${to}/\` in ${month} (${files} files, commit "${clip(commit.subject, 100)}"). Look for its files in the new folder.`,
        detail: sentenceOf("moved_by", { commit: commit.sha.slice(0, 8) }),
        payload: { folder: to, gone: from },
        from: [commit],
      });
    });
}

const TITLE_CHARS = 80;

/** Returns a title that shows both ends: without the folders that they share if the whole is too long. */
function titleOfMove(from: string, to: string): string {
  const whole = `${from} was moved to ${to}`;
  if (whole.length <= TITLE_CHARS) return whole;
  const [old, now] = [from.split("/"), to.split("/")];
  let shared = 0;
  while (shared < Math.min(old.length, now.length) - 1 && old[shared] === now[shared]) shared++;
  const start = shared > 0 ? "…/" : "";
  return `${fitted(start + old.slice(shared).join("/"))} was moved to ${fitted(start + now.slice(shared).join("/"))}`;
}

const END_CHARS = 33;

/** The last folders of a path say most. */
function fitted(path: string): string {
  return path.length <= END_CHARS ? path : `…${path.slice(1 - END_CHARS)}`;
}

/** Folders from which enough files, and nearly all moved files, went to one other folder. */
function movesOf(commit: PastCommit): Move[] {
  const parts = commit.moved.flatMap((item) => partsOf(item) ?? []);
  const groups = Map.groupBy(parts, ({ from, to }) => `${from}\n${to}`);
  return [...groups.values()].flatMap((group) => {
    const inside = sharedFolder(group.map(({ end }) => end));
    const [first] = group;
    if (first === undefined || group.length < HARVEST.movedMinFiles) return [];
    const [from, to] = [first.from, first.to].map((folder) =>
      [folder, inside].filter(Boolean).join("/"),
    );
    if (!from || !to || from.toLowerCase() === to.toLowerCase()) return [];
    if (DATA_FILES.test(from) || DATA_FILES.test(to)) return [];
    // The paths differ only in a number: another version or chapter, or a new one that Git takes for the old one.
    if (from.replace(/\d+/g, "") === to.replace(/\d+/g, "")) return [];
    const left = commit.moved.filter((item) => item.from.startsWith(`${from}/`)).length;
    if (group.length / left < HARVEST.movedMinShare) return [];
    return [{ from, to, files: group.length, commit }];
  });
}

/** The two differing folders and the common end of both paths. Null if the file was renamed. */
function partsOf({ from, to }: { readonly from: string; readonly to: string }) {
  const [before, after] = [from.split("/"), to.split("/")];
  const end: string[] = [];
  while (before.length > 0 && before.at(-1) === after.at(-1)) {
    end.unshift(before.pop() ?? "");
    after.pop();
  }
  return end.length === 0 ? null : { from: before.join("/"), to: after.join("/"), end };
}

/** The folder that contains all of the files. */
function sharedFolder(paths: readonly (readonly string[])[]): string {
  const [first = []] = paths;
  const at = first.findIndex(
    (part, i) =>
      i === first.length - 1 || paths.some((path) => path[i] !== part || i >= path.length - 1),
  );
  return first.slice(0, at).join("/");
}

/** Returns whether the old folder existed and changed for months. A folder that existed only for days is not searched for. */
function isKnown({ from, commit }: Move, earlier: readonly PastCommit[]): boolean {
  const isIn = (file: string) => file.startsWith(`${from}/`);
  const there = earlier.filter(({ files }) => files.some(isIn));
  const isWorkedOn =
    there.length >= HARVEST.movedMinCommits &&
    daysOver([commit, ...there.slice(-1)]) >= HARVEST.movedMinDays;
  // The folder is older than all commits in the input.
  const isFromBefore =
    daysOver([commit, ...earlier.slice(-1)]) >= HARVEST.movedSeenDays &&
    !there.some(({ added, moved: came }) => added.some(isIn) || came.some(({ to }) => isIn(to)));
  return isWorkedOn || isFromBefore;
}

/** Whether later commits changed the old folder or moved the new one again. */
function isUsedAgain({ from, to }: Move, later: readonly PastCommit[]): boolean {
  return later.some(
    ({ files, moved: further }) =>
      files.some((file) => file.startsWith(`${from}/`)) ||
      further.filter((item) => item.from.startsWith(`${to}/`)).length >= HARVEST.movedMinFiles,
  );
}
