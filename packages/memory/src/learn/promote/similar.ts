/**
 * Finds memories that state the same or the opposite, compared by words: the nearest memories by full text, then the Jaccard
 * index of their word sets.
 */

import type { Database } from "@tacit-memory/sqlite";
import { registeredIn } from "../../anchors/link/relations.ts";
import { isOppositeChoice } from "../../domain/choices/choice.ts";
import { AGENT_NOTE_TAG } from "../../domain/draft.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import { isForeignFunctionWord } from "../../domain/language/function-words.ts";
import { type Memory, meetInTime, type Source } from "../../domain/memory.ts";
import {
  FUNCTION_WORDS,
  hasSameNumbers,
  haveNumberedSubjects,
  haveOwnNames,
  isOfAnotherSubject,
  PLAIN_WORDS,
  sameValues,
} from "../../domain/text/differing-words.ts";
import { identifiers, isNegated, jaccard, words } from "../../domain/text/text.ts";
import { findExact, getMemories } from "../../store/memories/memories.ts";
import { searchWords } from "../../store/memories/search.ts";
import type { ComparedWords } from "./compared-words.ts";
import { assertion, denies, differInDenial } from "./denies.ts";
import { PROMOTE } from "./limits.ts";
import { isRefutation } from "./refutation.ts";

const FLAT = { title: 0, content: 1, tags: 0, files: 0, symbols: 0, identifiers: 0 };
const NEGATION = new Set(
  "not never no dont don doesn doesnt isn isnt without avoid stop disable disabled cannot can t s won wont longer anymore ne n pas plus jamais non mai più no nunca jamás ya nicht kein keine keinen nie niemals mehr".split(
    " ",
  ),
);
/**
 * Returns the memories nearest to a text, searched on the first call only, because the search is the main cost of a write.
 */
export type Nearest = () => Promise<readonly Memory[]>;

export function nearestTo(
  db: Database,
  projectId: ProjectId | null,
  content: string,
  words?: ComparedWords,
): Nearest {
  let found: Promise<readonly Memory[]> | undefined;
  return () => {
    found ??= nearest(db, projectId, content, words);
    return found;
  };
}

/**
 * Returns the memory that states the same, exactly or nearly. `isTaught`: a person or an agent stated exactly this, so that one
 * exchanged word, such as the name of a service, makes another statement. Tacit's own wording varies more.
 */
export async function findDuplicate(
  db: Database,
  projectId: ProjectId | null,
  content: string,
  nearestOnes: Nearest = nearestTo(db, projectId, content),
  isTaught = false,
): Promise<Memory | null> {
  const exact = await findExact(db, projectId, content);
  if (exact !== null) return exact;
  const own = new Set(words(content));
  const near = await nearestOnes();
  // Numbers and identifiers are values: "port 3000" and "port 4000" are two statements, not one.
  return (
    near.find(
      (memory) =>
        !isRefutation(memory) &&
        jaccard(own, new Set(words(memory.content))) >= PROMOTE.duplicateJaccard &&
        isNegated(memory.content) === isNegated(content) &&
        !isOppositeChoice(memory.content, content) &&
        sameValues(memory.content, content) &&
        !(isTaught && isOfAnotherSubject(memory.content, content)),
    ) ?? null
  );
}

/** The parts of a memory that decide a contradiction: content, source, files, period and registered relation. */
type Claim = Pick<
  Memory,
  "content" | "files" | "source" | "validFromMs" | "validToMs" | "createdAtMs"
> &
  Partial<Pick<Memory, "payload" | "tags">>;

/**
 * Sources of statements that Tacit counted and worded itself. Two of them share the words of a template, which says nothing
 * about their subjects.
 */
const COUNTED: ReadonlySet<Source> = new Set(["observer_inferred", "consolidated"]);

/**
 * Finds a memory about the same subject that states the opposite or another value, for a period in which both would be true.
 * Deterministic and cautious: it only flags.
 */
export async function findContradiction(
  nearestOnes: Nearest,
  claim: Claim,
): Promise<Memory | null> {
  const own = subjectWords(claim.content);
  if (own.size < 2) return null;
  const near = await nearestOnes();
  return near.find((memory) => isOpposite(memory, claim, own)) ?? null;
}

/** Whether two memories about the same subject state the opposite or different values. */
export function areOpposite(one: Memory, other: Memory): boolean {
  const own = subjectWords(other.content);
  return own.size >= 2 && isOpposite(one, other, own);
}

function isOpposite(memory: Memory, claim: Claim, own: ReadonlySet<string>): boolean {
  if (!mayContradict(memory, claim)) return false;
  const [a, b] = [claim.content, memory.content];
  if (isOppositeChoice(a, b)) return true;
  if (!sharesPlace(memory, claim)) return false;
  if (denies(a, b) || denies(b, a)) return true;
  const alike = jaccard(own, subjectWords(b)) >= PROMOTE.contradictionJaccard;
  if (!alike || namesOthers(a, b) || beginWithOwnNames(a, b) || haveNumberedSubjects(a, b))
    return false;
  if (isNegated(a) === isNegated(b)) return hasOtherValue(a, b) && !ofTwoThings(a, b);
  if (differInDenial(a, b)) return !ofTwoThings(a, b, 2);
  // "On 5434, not 5433" only explains what it asserts.
  const [inA, inB] = [assertion(a), assertion(b)];
  const isSameForm = isNegated(inA) === isNegated(inB) && !hasSameNumbers(inA, inB);
  return isSameForm && hasOtherValue(inA, inB) && !ofTwoThings(inA, inB);
}

/** Whether a memory and a claim may contradict at all, whatever they state. */
function mayContradict(memory: Memory, claim: Claim): boolean {
  // Archived memories do not contradict.
  if (memory.state !== "active" || !meetInTime(memory, claim)) return false;
  // A correction denies one statement and does not contradict others.
  if (isRefutation(memory)) return false;
  // Two relations of one file differ in a path, which is not a value that could be wrong.
  if (registeredIn(memory) !== undefined || registeredIn(claim) !== undefined) return false;
  return !(isCounted(memory) && isCounted(claim));
}

function sharesPlace({ files }: Memory, claim: Claim): boolean {
  return (
    files.length === 0 ||
    claim.files.length === 0 ||
    files.some((file) => claim.files.includes(file))
  );
}

/** An agent worded its notes itself. */
function isCounted({ source, tags = [] }: Claim): boolean {
  return COUNTED.has(source) && !tags.includes(AGENT_NOTE_TAG);
}

async function nearest(
  db: Database,
  projectId: ProjectId | null,
  content: string,
  compared?: ComparedWords,
): Promise<Memory[]> {
  const terms = [...new Set(words(content))]
    .filter((word) => word.length > 2 && !FUNCTION_WORDS.has(word))
    .slice(0, 24);
  if (terms.length === 0) return [];
  const ids =
    (await compared?.best(db, projectId, terms)) ?? (await bestByFullText(db, projectId, terms));
  const memories = await getMemories(db, ids);
  const order = new Map(ids.map((id, i) => [id, i]));
  return memories
    .filter((memory) => memory.type !== "handoff")
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

async function bestByFullText(
  db: Database,
  projectId: ProjectId | null,
  terms: readonly string[],
): Promise<readonly MemoryId[]> {
  const match = terms.map((term) => `"${term.replaceAll('"', "")}"`).join(" OR ");
  const hits = await searchWords(db, match, FLAT, {
    projectId: projectId ?? ("" as ProjectId),
    withArchived: true,
    limit: PROMOTE.nearCandidates,
  });
  return hits.map(({ id }) => id);
}

function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word) || isForeignFunctionWord(word);
}

function subjectWords(content: string): Set<string> {
  return new Set(
    words(content)
      .filter((word) => !NEGATION.has(word) && !isFunctionWord(word) && !/^\d+$/.test(word))
      .map(singular),
  );
}

/** Returns an English word without the "s" of a plural. */
function singular(word: string): string {
  return word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * Whether each text has more than one code name and they share none: they are about different code, whatever words they
 * share.
 */
function namesOthers(a: string, b: string): boolean {
  const [inA, inB] = [new Set(identifiers(a)), new Set(identifiers(b))];
  const isShared = [...inA].some((name) => inB.has(name));
  return !isShared && inA.size > 1 && inB.size > 1;
}

/**
 * Whether each text begins with a code name that the other does not have: "set `EU_URL` to the internal address" and "set
 * `US_URL` to the internal address" are about two settings. A name further back is a value.
 */
function beginWithOwnNames(a: string, b: string): boolean {
  return beginsWithOwnName(a, b) && beginsWithOwnName(b, a);
}

function beginsWithOwnName(text: string, other: string): boolean {
  const inOther = new Set(identifiers(other));
  const own = identifiers(text).find((name) => !inOther.has(name));
  if (own === undefined) return false;
  const before = text.slice(0, text.indexOf(own));
  return subjectWords(before).size <= 1 && !words(before).some((word) => CHOOSING.has(word));
}

/** After these a name is what is chosen: "use `useQuery` to load data" and "use `useFetch` to load data" contradict. */
const CHOOSING = new Set(["use", "prefer", "call", "run", "choose", "pick", "take", "import"]);

/**
 * Whether each text names `minCount` things that the other does not: "billing listens on 8080" and "search listens on 9090" are
 * both right.
 */
function ofTwoThings(a: string, b: string, minCount = 1): boolean {
  const [inA, inB] = [thingsIn(a), thingsIn(b)];
  const own = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...words].filter((word) => !others.has(word)).length;
  return own(inA, inB) >= minCount && own(inB, inA) >= minCount;
}

/** Returns the subject words without code names, which are values in which two statements may differ. */
function thingsIn(content: string): Set<string> {
  const values = new Set(identifiers(content).flatMap(words));
  return new Set(
    [...subjectWords(content)].filter((word) => !PLAIN_WORDS.has(word) && !values.has(word)),
  );
}

/**
 * Whether two texts differ in their numbers or in a code name, but not in both: if both differ, the name is what the number
 * belongs to.
 */
function hasOtherValue(a: string, b: string): boolean {
  return hasSameNumbers(a, b) === haveOwnNames(a, b);
}
