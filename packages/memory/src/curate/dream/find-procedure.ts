/**
 * Finds what digests and recipes of several sessions have in common, by counting: which of them are about the same work, and
 * which procedure they describe. No model; a person decides about the result.
 */
import { stageOf } from "../../domain/anchors/stage.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { clip, oneLine, words } from "../../domain/text/text.ts";
import { linesOfText, type Procedure } from "../revise/procedure.ts";
import { DREAM } from "./limits.ts";

const COMMAND = /`([^`\n]{2,120})`/g;
const PREREQUISITE = /\b(?:before|first|requires?|needs?|make sure|must be)\b/i;
const WARNING = /\b(?:never|do not|don't|avoid|careful|fails?|otherwise|instead of)\b/i;
/** Tags that many memories of sessions have and that state no subject. */
const GENERAL_TAGS = new Set(["steps", "note", "digest", "recurring"]);

export interface FoundGroup {
  readonly memories: readonly MemoryId[];
  /** The smallest overlap of a member with the first one. */
  readonly overlap: number;
}

/**
 * Returns groups whose members share at least a third of their signals with the first one and are from at least three sessions. Each
 * memory is in one group at most. `memories`: the newest first.
 */
export function groupsOfProcedures(memories: readonly Memory[]): FoundGroup[] {
  const open = memories.map((memory) => ({ memory, signals: signalsOf(memory) }));
  const groups: FoundGroup[] = [];
  while (open.length > 0) {
    const [first, ...others] = open.splice(0);
    if (first === undefined) break;
    const near = others.map((other) => ({
      ...other,
      overlap: overlapOf(first.signals, other.signals),
    }));
    const members = near.filter(
      ({ memory, overlap }) =>
        overlap >= DREAM.procedureOverlap && haveSameReaders(memory, first.memory),
    );
    const group = [first.memory, ...members.map(({ memory }) => memory)].slice(
      0,
      DREAM.mostOfProcedure,
    );
    const sessions = new Set(group.flatMap((memory) => memory.sessions));
    const isEnough = group.length > 1 && sessions.size >= DREAM.procedureSessions;
    if (isEnough)
      groups.push({
        memories: group.map(({ id }) => id),
        overlap: Math.min(...members.map(({ overlap }) => overlap)),
      });
    const taken = new Set(isEnough ? group.map(({ id }) => id) : [first.memory.id]);
    open.push(...others.filter(({ memory }) => !taken.has(memory.id)));
  }
  return groups;
}

/** What a memory is about: its files, tags, commands, triggers and error. */
function signalsOf({
  files,
  tags,
  triggers,
  content,
  errorFingerprint,
}: Memory): ReadonlySet<string> {
  const commands = [...content.matchAll(COMMAND)].map(([, command]) => `\`${command}\``);
  return new Set([
    ...files,
    ...tags.filter((tag) => !GENERAL_TAGS.has(tag)).map((tag) => `#${tag}`),
    ...commands,
    ...triggers,
    ...(errorFingerprint === null ? [] : [errorFingerprint]),
  ]);
}

function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((signal) => b.has(signal)).length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

/** Whether the same people and agents may read both, in the same place. */
export function haveSameReaders(a: Memory, b: Memory): boolean {
  return (
    a.visibility === b.visibility &&
    a.scope === b.scope &&
    a.scopeOwner === b.scopeOwner &&
    stageOf(a) === stageOf(b)
  );
}

/** Returns the procedure that a group describes. `outcomes`: how its sessions ended, as far as their hosts reported it. */
export function procedureFrom(memories: readonly Memory[], outcomes: readonly string[]): Procedure {
  const lines = memories.map(linesOf);
  const all = lines.flat();
  const warnings = unlike(all.filter((line) => WARNING.test(line)));
  const prerequisites = unlike(
    all.filter((line) => PREREQUISITE.test(line) && !WARNING.test(line)),
  );
  const aside = new Set([...warnings, ...prerequisites]);
  const steps = lines
    .map((own) => unlike(own.filter((line) => !aside.has(line))))
    .sort((a, b) => sharedCount(b, lines) - sharedCount(a, lines) || b.length - a.length)[0];
  return {
    trigger: triggerOf(memories),
    steps: (steps ?? []).slice(0, DREAM.procedureSteps),
    prerequisites: prerequisites.slice(0, DREAM.procedureRemarks),
    warnings: warnings.slice(0, DREAM.procedureRemarks),
    successes: outcomes.filter((outcome) => outcome === "success").length,
    failures: outcomes.filter((outcome) => outcome === "failure").length,
  };
}

/** Returns the steps of a memory: those of its payload, else its list items, else its sentences. */
function linesOf({ payload, content }: Memory): string[] {
  return (payload.steps ?? linesOfText(content)).map(short).filter((line) => line !== "");
}

function short(line: string): string {
  return clip(oneLine(line), DREAM.procedureLineChars);
}

/** Removes lines that repeat an earlier one in other words. */
function unlike(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const line of lines) if (!kept.some((other) => isLike(line, other))) kept.push(line);
  return kept;
}

function isLike(a: string, b: string): boolean {
  return overlapOf(new Set(words(a)), new Set(words(b))) >= 0.6;
}

/** Counts how many lines of other memories the steps repeat: the common way to do it is the procedure. */
function sharedCount(steps: readonly string[], all: readonly (readonly string[])[]): number {
  return steps.filter(
    (step) => all.filter((lines) => lines.some((line) => isLike(step, line))).length > 1,
  ).length;
}

/** The words that most titles share, in the order of the first; without any, the first title. */
function triggerOf(memories: readonly Memory[]): string {
  const titles = memories.map(({ title }) => new Set(words(title)));
  const [first] = memories;
  const title = first?.title.replace(/^Session [^:]*: /, "") ?? "";
  const common = title
    .split(/\s+/)
    .filter(
      (word) =>
        titles.filter((own) => words(word).some((part) => own.has(part))).length * 2 >
        titles.length,
    );
  return clip(common.length >= 2 ? common.join(" ") : title, DREAM.procedureLineChars).replace(
    /…$/,
    "",
  );
}
