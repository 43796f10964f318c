/**
 * Predicts which untouched file this session will open next. Evidence: files that were named and when, files that earlier
 * sessions used together with those in hand, neighbouring files, imports, and frequent use. The score is the log-odds of a
 * choice among the candidates, and each part of it is a readable reason.
 *
 * Pure. Measured in bench/learning.
 */
import { dirname } from "node:path/posix";
import type { PastWork } from "../../store/sessions/past-work.ts";
import { bestFirst, type Prefetched, type Vote } from "./prefetched.ts";
import type { SessionSoFar } from "./session-so-far.ts";
import { NEXT } from "./tuning.ts";

export interface NextBasis extends SessionSoFar {
  /** Earlier sessions, oldest first. */
  readonly past: readonly PastWork[];
  /** Every existing file, as relative POSIX paths; null when unknown. */
  readonly tree: ReadonlySet<string> | null;
}

/** Returns the files, best first, at most `limit`; ties by path. Empty for a session without data. */
export function nextFiles(basis: NextBasis, limit: number): Prefetched[] {
  return bestFirst(nextVotes(basis), limit);
}

/** Returns all votes for files that exist and are not touched yet, with their reasons. */
export function nextVotes(basis: NextBasis): Vote[] {
  const touched = new Set(basis.touched);
  const uses = usesOf(basis.past);
  const votes = [
    ...votesOfMentions(basis),
    ...votesOfCompany(basis, uses),
    ...votesOfImports(basis),
  ];
  const candidates = new Set([...uses.keys(), ...votes.map(({ path }) => path)]);
  votes.push(...votesOfPlace(basis, candidates), ...votesOfUse(uses));
  return votes.filter(
    ({ path }) => !touched.has(path) && (basis.tree === null || basis.tree.has(path)),
  );
}

function votesOfMentions({ mentions }: NextBasis): Vote[] {
  return [...mentions].flatMap(([path, { stepsAgo, among, isByUser }]) => {
    const share = 1 / Math.sqrt(among);
    const votes = [{ path, value: NEXT.named.value * share, why: "named in this session" }];
    if (stepsAgo <= 1) {
      votes.push({ path, value: NEXT.namedNow.value * share, why: "named just now" });
    }
    if (isByUser) votes.push({ path, value: NEXT.namedByUser.value, why: "named by the user" });
    return votes;
  });
}

function usesOf(past: readonly PastWork[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { files } of past) {
    for (const { path } of files) uses.set(path, (uses.get(path) ?? 0) + 1);
  }
  return uses;
}

/** Votes by the number of sessions in which a file was used within a few files of one in hand. */
function votesOfCompany({ past, touched }: NextBasis, uses: ReadonlyMap<string, number>): Vote[] {
  const inHand = new Map(
    [...touched]
      .slice(-NEXT.filesInHand)
      .reverse()
      .map((path, age) => [path, 1 / (1 + NEXT.handDecay * age)]),
  );
  const company = new Map<string, number>();
  for (const { files } of past) {
    const paths = files.slice(0, NEXT.sessionFiles).map(({ path }) => path);
    for (const [i, one] of paths.entries()) {
      const weight = inHand.get(one);
      if (weight === undefined) continue;
      // Adds three unseen sessions: a single shared session is not a rule.
      const share = weight / ((uses.get(one) ?? 0) + 3);
      const reach = NEXT.company;
      for (const other of paths.slice(Math.max(0, i - reach), i + reach + 1)) {
        if (other !== one) company.set(other, (company.get(other) ?? 0) + share);
      }
    }
  }
  return [...company].map(([path, value]) => ({
    path,
    value: NEXT.together.value * value,
    why: "used before together with files of this session",
  }));
}

function votesOfImports({ imported }: NextBasis): Vote[] {
  return [...imported].map(([path, stepsAgo]) => ({
    path,
    value: NEXT.imported.value / (1 + stepsAgo / NEXT.importedSteps),
    why: "imported by a file that was read",
  }));
}

function votesOfPlace({ touched }: NextBasis, candidates: Iterable<string>): Vote[] {
  const folders = new Set(touched.slice(-NEXT.foldersOf).map((path) => dirname(path)));
  return [...candidates]
    .filter((path) => folders.has(dirname(path)))
    .map((path) => ({
      path,
      value: NEXT.folder.value,
      why: "in the same folder as a file of this session",
    }));
}

function votesOfUse(uses: ReadonlyMap<string, number>): Vote[] {
  return [...uses].map(([path, count]) => ({
    path,
    value: NEXT.used.value * Math.log1p(count),
    why: `used in ${count} earlier session${count === 1 ? "" : "s"}`,
  }));
}
