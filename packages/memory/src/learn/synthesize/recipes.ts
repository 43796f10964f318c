/**
 * What several sessions did in the same order, and with success, as steps a person would follow. Only what went well is
 * looked at, each action where it was done last: a test that was red twice and green then is one step.
 */
import { draft } from "../../domain/draft.ts";
import { type DoneAction, isFailed } from "../../domain/session/session-digest.ts";
import type { Signal } from "../../domain/signal.ts";
import { clip } from "../../domain/text/text.ts";
import { SYNTHESIZE } from "./tuning.ts";

export interface DoneSession {
  readonly session: string;
  /** By agent, in order. */
  readonly actions: readonly (readonly DoneAction[])[];
  /** As its host told. */
  readonly outcome?: string | null;
}

interface Recipe {
  readonly steps: readonly string[];
  /** Sessions in which all of it went well. */
  readonly sessions: readonly string[];
  /** Sessions that did these things in this order, whatever came of it. */
  readonly tried: number;
  /** Fewer of these sessions than make a recipe were without outside text. */
  readonly isTainted: boolean;
}

export const RECIPE_SUBJECT = "recipe:";

/**
 * What this session shares with enough of the others; the best one, as one signal for each session that shows it. `known`:
 * subjects of recipes that are memories already. What is nearly one of them shows that one again, or nothing.
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

/** A session in parts that end with something handed over: what was done, last things last. */
interface Runs {
  readonly session: string;
  readonly isTainted: boolean;
  /** What went well. */
  readonly done: readonly (readonly string[])[];
  /** All of it. */
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

/** Code, its tests and its styles are changed together, in any order. */
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

/** What failed to the last was given up; what passed in the end did, and what its own fixer mended. */
function withoutFailed(part: readonly DoneAction[]): DoneAction[] {
  const last = new Map(part.map(({ name, isOk }) => [name, isOk]));
  const isFixed = (name: string) =>
    [...last].some(([other, isOk]) => isOk && other !== name && other.startsWith(name));
  return part.filter(({ name, isOk }) => (isOk && last.get(name) === true) || isFixed(name));
}

function lastOfEach(names: readonly string[]): string[] {
  return names.filter((name, at) => names.lastIndexOf(name) === at);
}

/** Best first: the more sessions and the more steps. */
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

/** Every stretch that may be a recipe, once. */
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

/** It leads to something run or handed over, and things are run in it, not only changed. */
function isWorkflow(steps: readonly string[]): boolean {
  if (steps.at(-1)?.startsWith("edit ") === true) return false;
  const runs = steps.filter((name) => !/^(?:edit |git |gh )/.test(name));
  // What was not handed over was not finished: of that, an order of what every project does says nothing of this one.
  const isOfThisProject =
    HANDS_OVER.test(steps.at(-1) ?? "") || runs.some((name) => !EVERYWHERE.test(name));
  return isOfThisProject && runs.length >= SYNTHESIZE.recipeMinRuns;
}

const EVERYWHERE =
  /\b(?:install|ci|build|compile|tests?|lint|check|typecheck|tsc|format|fmt|pytest|vitest|jest|eslint|ruff|mypy)\b/;

/** Whatever else was done between. */
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

/** Half of all their steps in common: two variants of one way. */
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
    // An order that most projects share: edit, check, commit.
    isCountedOnly: true,
    files: [],
    seqs: [],
    isTainted,
    survivesFailure: true,
    evidence: [
      {
        kind: "reobserved",
        detail: `in this order in ${sessions.length} sessions, of ${tried} that tried`,
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
