/**
 * Finds what several sessions did successfully in the same order, as steps a person can follow. Considers only successful
 * actions, each at its last position: a test that failed twice and then passed is one step.
 */

import { draft } from "../../domain/draft.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { type DoneAction, isFailed } from "../../domain/session/session-digest.ts";
import type { Signal } from "../../domain/signal.ts";
import { clip } from "../../domain/text/text.ts";
import { SYNTHESIZE } from "./tuning.ts";

export interface DoneSession {
  readonly session: string;
  /** By agent, in order. */
  readonly actions: readonly (readonly DoneAction[])[];
  /** Outcome as reported by the host. */
  readonly outcome?: string | null;
}

interface Recipe {
  readonly steps: readonly string[];
  /** Sessions in which every step succeeded. */
  readonly sessions: readonly string[];
  /** Sessions that did these steps in this order, whatever the result. */
  readonly tried: number;
  /** Too few of these sessions for a recipe were without outside text. */
  readonly isTainted: boolean;
}

export const RECIPE_SUBJECT = "recipe:";

/**
 * Returns the best order this session shares with enough others, as one signal per session that shows it. `knownSubjects`:
 * subjects of recipes that are already memories. An order that is nearly one of these shows it again, or nothing.
 */
export function recipeSignals(
  current: DoneSession,
  others: readonly DoneSession[],
  knownSubjects: readonly string[],
  atMs: number,
): Signal[] {
  const own = runsOf(current);
  const recipes = sharedRecipes(own, others.map(runsOf));
  const again = recipes.filter((recipe) => knownSubjects.includes(subjectOf(recipe)));
  const fresh = recipes.find(
    (recipe) => !knownSubjects.some((subject) => isNearly(recipe.steps, stepsOf(subject))),
  );
  const selected = fresh === undefined ? again : [...again, fresh];
  return selected.flatMap((recipe) =>
    recipe.sessions.map((session) => asSignal(recipe, session, atMs)),
  );
}

/** The actions of a session, in parts that end with a hand-over such as a commit; each action at its last position. */
interface Runs {
  readonly session: string;
  readonly isTainted: boolean;
  /** Actions that succeeded. */
  readonly done: readonly (readonly string[])[];
  /** All actions. */
  readonly tried: readonly (readonly string[])[];
}

const HANDS_OVER = /^(?:git (?:commit|push|tag)|gh pr create)$/;

function runsOf({ session, actions, outcome = null }: DoneSession): Runs {
  const parts = actions.flatMap((own) => partsOf(own.map(asStep)));
  const names = (part: readonly DoneAction[]) => lastOfEach(part.map(({ name }) => name));
  return {
    session,
    isTainted: actions.flat().some((action) => action.isTainted === true),
    done: isFailed(outcome) ? [] : parts.map((part) => names(withoutFailed(part))),
    tried: parts.map(names),
  };
}

/** Merges changes of code, its tests and its styles, which happen together in any order. */
function asStep({ name, isOk }: DoneAction): DoneAction {
  return { name: /^edit (?:tests|styles)$/.test(name) ? "edit code" : name, isOk };
}

function partsOf(actions: readonly DoneAction[]): DoneAction[][] {
  const parts: DoneAction[][] = [[]];
  for (const action of actions) {
    parts.at(-1)?.push(action);
    if (HANDS_OVER.test(action.name)) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** Drops actions that failed to the end. Keeps those that passed in the end or that their own fixer repaired. */
function withoutFailed(part: readonly DoneAction[]): DoneAction[] {
  const last = new Map(part.map(({ name, isOk }) => [name, isOk]));
  const isFixed = (name: string) =>
    [...last].some(([other, isOk]) => isOk && other !== name && other.startsWith(name));
  return part.filter(({ name, isOk }) => (isOk && last.get(name) === true) || isFixed(name));
}

function lastOfEach(names: readonly string[]): string[] {
  return names.filter((name, at) => names.lastIndexOf(name) === at);
}

/** Returns shared recipes, best first: by number of sessions and steps. */
function sharedRecipes(own: Runs, others: readonly Runs[]): Recipe[] {
  const found: (Recipe & { readonly worth: number })[] = [];
  for (const steps of stretches(own.done)) {
    const among = (of: "done" | "tried", isIn: (run: readonly string[]) => boolean) =>
      others.filter((other) => other[of].some(isIn)).map(({ session }) => session);
    const sessions = [...among("done", (run) => isInOrder(run, steps)), own.session].sort();
    if (sessions.length < SYNTHESIZE.recipeMinSessions) continue;
    const tried = among("tried", (run) => isInOrder(run, steps)).length + 1;
    const inAnyOrder =
      among("tried", (run) => steps.every((name) => run.includes(name))).length + 1;
    const ending = among("tried", (run) => run.includes(steps.at(-1) ?? "")).length + 1;
    if (sessions.length / tried <= SYNTHESIZE.recipeMinSuccess) continue;
    if (tried / inAnyOrder < SYNTHESIZE.recipeMinOrder) continue;
    if (sessions.length / ending < SYNTHESIZE.recipeMinShare) continue;
    const isTainted =
      [own, ...others].filter((runs) => !runs.isTainted && sessions.includes(runs.session)).length <
      SYNTHESIZE.recipeMinSessions;
    found.push({ steps, sessions, tried, isTainted, worth: sessions.length * (steps.length - 1) });
  }
  return found.sort((a, b) => b.worth - a.worth || (subjectOf(a) < subjectOf(b) ? -1 : 1));
}

/** Returns every part of the runs that may be a recipe, once. */
function stretches(runs: readonly (readonly string[])[]): string[][] {
  const { recipeMinSteps: shortest, recipeMostSteps: longest } = SYNTHESIZE;
  const found = new Map<string, string[]>();
  for (const run of runs) {
    for (let from = 0; from + shortest <= run.length; from++) {
      for (let to = from + shortest; to <= Math.min(run.length, from + longest); to++) {
        const steps = run.slice(from, to);
        if (isWorkflow(steps)) found.set(steps.join(" > "), steps);
      }
    }
  }
  return [...found.values()];
}

/** Whether the steps run several things and end with a run or a hand-over, not an edit. */
function isWorkflow(steps: readonly string[]): boolean {
  if (steps.at(-1)?.startsWith("edit ") === true) return false;
  const runs = steps.filter((name) => !/^(?:edit |git |gh )/.test(name));
  // Without a hand-over the work was not finished, and an order that every project uses says nothing about this one.
  const isOfThisProject =
    HANDS_OVER.test(steps.at(-1) ?? "") || runs.some((name) => !EVERYWHERE.test(name));
  return isOfThisProject && runs.length >= SYNTHESIZE.recipeMinRuns;
}

const EVERYWHERE =
  /\b(?:install|ci|build|compile|tests?|lint|check|typecheck|tsc|format|fmt|pytest|vitest|jest|eslint|ruff|mypy)\b/;

/** Whether the steps occur in this order, with any actions in between. */
function isInOrder(run: readonly string[], steps: readonly string[]): boolean {
  let at = 0;
  for (const name of run) if (name === steps[at]) at++;
  return at === steps.length;
}

function subjectOf({ steps }: Pick<Recipe, "steps">): string {
  return `${RECIPE_SUBJECT}${steps.join(" > ")}`;
}

function stepsOf(subject: string): string[] {
  return subject.slice(RECIPE_SUBJECT.length).split(" > ");
}

/** Whether two recipes share half of all their steps, so that they are variants. */
function isNearly(one: readonly string[], other: readonly string[]): boolean {
  const shared = one.filter((name) => other.includes(name)).length;
  return shared / (one.length + other.length - shared) >= SYNTHESIZE.recipeNearly;
}

function asSignal(recipe: Recipe, session: string, atMs: number): Signal {
  const { steps, sessions, tried, isTainted } = recipe;
  return {
    type: "tool_sequence",
    session,
    agentId: null,
    subject: subjectOf(recipe),
    score: SYNTHESIZE.recipeScore,
    minSessions: SYNTHESIZE.recipeMinSessions,
    // Most projects share such an order: edit, check, commit.
    isCountedOnly: true,
    files: [],
    seqs: [],
    isTainted,
    survivesFailure: true,
    evidence: [
      {
        kind: "reobserved",
        detail: sentenceOf("same_order", { count: sessions.length, total: tried }),
        session,
        atMs,
      },
    ],
    draft: draft({
      type: "workflow_recipe",
      title: clip(`To finish a change: ${steps.map(short).join(", ")}`, 80),
      content: wording(steps),
      payload: { steps: steps.map(worded), sessions: sessions.length, tried },
      tags: ["steps"],
    }),
  };
}

function wording(steps: readonly string[]): string {
  const numbered = steps.map((name, i) => `${i + 1}. ${worded(name)}`).join("; ");
  return `To finish a change in this project: ${numbered}.`;
}

function worded(name: string): string {
  return name.startsWith("edit ") ? `change the ${name.slice(5)}` : `\`${name}\``;
}

function short(name: string): string {
  return name.startsWith("edit ") ? name.slice(5) : name;
}
