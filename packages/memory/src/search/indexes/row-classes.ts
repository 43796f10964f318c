/**
 * What filters look at: rows that no filter distinguishes have the same class. An index stores the rows of a class
 * together, so a filter is evaluated once per class and a search costs what it selects.
 */
import type { ProjectId } from "../../domain/ids.ts";
import type { VectorRow } from "../../domain/ports/vector.ts";

export interface RowClass {
  readonly projectId: string | null;
  readonly type: string;
  readonly scope: string;
  readonly isArchived: boolean;
  readonly isSuperseded: boolean;
  /** The branch stage the row belongs to; null if it holds on every branch. */
  readonly stage: string | null;
}

/** Superseded memories are never selected, memories without a project always. */
export interface RowFilter {
  readonly projectIds: readonly ProjectId[];
  readonly anyProject?: boolean | undefined;
  readonly withArchived?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Rows of these stages are not selected. */
  readonly hiddenStages?: readonly string[] | undefined;
}

/** Whether a filter selects a class: the part of `domain/selection.ts` that no time and no id decides. */
export function passes(filter: RowFilter): (rowClass: RowClass) => boolean {
  const projects = new Set<string>(filter.projectIds);
  const types = filter.types && new Set(filter.types);
  const scopes = filter.scopes && new Set(filter.scopes);
  const hidden = filter.hiddenStages && new Set(filter.hiddenStages);
  return ({ projectId, type, scope, isArchived, isSuperseded, stage }) =>
    !isSuperseded &&
    (filter.withArchived === true || !isArchived) &&
    (filter.anyProject === true || projectId === null || projects.has(projectId)) &&
    (types === undefined || types.has(type)) &&
    (scopes === undefined || scopes.has(scope)) &&
    (hidden === undefined || stage === null || !hidden.has(stage));
}

/**
 * The name of a class, equal for equal classes. In the order of names the classes of a project are adjacent, and
 * superseded and archived rows come last.
 */
export function classKey(rowClass: RowClass): string {
  const { projectId, isSuperseded, isArchived, stage, scope, type } = rowClass;
  return JSON.stringify([projectId, isSuperseded, isArchived, stage, scope, type]);
}

/** The class name of a row of the store. */
export function className({ state, ...row }: VectorRow): string {
  return classKey({ ...row, isArchived: state === "archived" });
}

/** Whether a filter selects the class of this name; never one that `classKey` did not write. */
export function passesByName(filter: RowFilter): (name: string) => boolean {
  const isSelected = passes(filter);
  return (name) => {
    const rowClass = classOf(name);
    return rowClass !== null && isSelected(rowClass);
  };
}

/** The memory type of a class; empty for a name that `classKey` did not write. */
export function typeOfClass(name: string): string {
  return classOf(name)?.type ?? "";
}

/** Names come from a file that could be damaged with a valid checksum, so any text is possible. */
function classOf(name: string): RowClass | null {
  let fields: unknown;
  try {
    fields = JSON.parse(name);
  } catch {
    return null;
  }
  if (!Array.isArray(fields) || fields.length !== 6) return null;
  const [projectId, isSuperseded, isArchived, stage, scope, type] = fields;
  return { projectId, isSuperseded, isArchived, stage, scope, type };
}
