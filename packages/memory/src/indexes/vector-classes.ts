/**
 * What a filter looks at, once for all rows that are alike. Rows of a class lie together, a project's classes
 * beside each other and what is set aside last, so that a filter becomes a few ranges of rows and a search
 * costs what it selects.
 */
import type { ProjectId } from "../domain/ids.ts";
import type { VectorRow } from "../domain/vector.ts";

export interface VectorClass {
  readonly projectId: string | null;
  readonly type: string;
  readonly scope: string;
  readonly isArchived: boolean;
  readonly isSuperseded: boolean;
  /** Null where it holds everywhere. */
  readonly stage: string | null;
}

/** Superseded memories are never found, memories of no project always. */
export interface VectorFilter {
  readonly projectIds: readonly ProjectId[];
  readonly anyProject?: boolean | undefined;
  readonly withArchived?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Not of these stages. */
  readonly hiddenStages?: readonly string[] | undefined;
}

/** Classes by number, in the order they were first seen. */
export interface ClassTable {
  readonly classes: VectorClass[];
  /** The number of a row's class; a new one where there was none like it. */
  numberOf(row: VectorRow): number;
}

export function createClassTable(known: readonly VectorClass[]): ClassTable {
  const classes = [...known];
  const numbers = new Map(classes.map((one, number) => [classKey(one), number]));
  return {
    classes,
    numberOf: (row) => {
      const { projectId, type, scope, isSuperseded, stage } = row;
      const isArchived = row.state === "archived";
      const one = { projectId, type, scope, isArchived, isSuperseded, stage };
      const key = classKey(one);
      const number = numbers.get(key);
      if (number !== undefined) return number;
      numbers.set(key, classes.length);
      return classes.push(one) - 1;
    },
  };
}

/** Whether a filter lets a class pass. */
export function passes(filter: VectorFilter): (one: VectorClass) => boolean {
  const projects = new Set<string>(filter.projectIds);
  const types = filter.types && new Set(filter.types);
  const scopes = filter.scopes && new Set(filter.scopes);
  const hidden = filter.hiddenStages && new Set(filter.hiddenStages);
  return (one) =>
    !one.isSuperseded &&
    (filter.withArchived === true || !one.isArchived) &&
    (filter.anyProject === true || one.projectId === null || projects.has(one.projectId)) &&
    (types === undefined || types.has(one.type)) &&
    (scopes === undefined || scopes.has(one.scope)) &&
    (hidden === undefined || one.stage === null || !hidden.has(one.stage));
}

/** The order in which classes lie: their numbers, sorted. */
export function orderOfClasses(classes: readonly VectorClass[]): number[] {
  const ranked = classes.map((one, number) => ({ number, key: sortKey(one) }));
  ranked.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return ranked.map(({ number }) => number);
}

/** Equal for classes that are alike. */
export function classKey(one: VectorClass): string {
  return JSON.stringify([
    one.projectId,
    one.type,
    one.scope,
    one.isArchived,
    one.isSuperseded,
    one.stage,
  ]);
}

function sortKey(one: VectorClass): string {
  const { projectId, isSuperseded, isArchived, stage, scope, type } = one;
  const setAside = Number(isSuperseded) * 2 + Number(isArchived);
  return [projectId ?? "", setAside, stage ?? "", scope, type].join("\0");
}
