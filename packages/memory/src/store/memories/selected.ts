/** `domain/selection.ts` in SQL, for a query whose memories have the alias `m`. */
import type { LearnedPeriod, Selection } from "../../domain/selection.ts";

/** Condition applied before any limit takes the best. */
export const SELECTED = /* sql */ `(:anyProject = 1 OR m.project_id IS :projectId OR m.project_id IS NULL)
    AND (m.state = 'active' OR (:archived = 1 AND m.state = 'archived') OR (:atMs IS NOT NULL AND m.valid_to_ms > :atMs))
    AND (m.superseded_by IS NULL OR (:atMs IS NOT NULL AND m.valid_to_ms > :atMs))
    AND (:atMs IS NULL OR ifnull(m.valid_from_ms, m.created_at_ms) <= :atMs
      OR (m.valid_from_ms IS NULL AND m.valid_to_ms < m.created_at_ms))
    AND (:atMs IS NULL OR m.valid_to_ms IS NULL OR m.valid_to_ms > :atMs)
    AND (:types IS NULL OR m.type IN (SELECT value FROM json_each(:types)))
    AND (:scopes IS NULL OR m.scope IN (SELECT value FROM json_each(:scopes)))
    AND (:hidden IS NULL OR m.is_staged = 0 OR m.stage NOT IN (SELECT value FROM json_each(:hidden)))
    AND (:replaced IS NULL OR :atMs IS NOT NULL OR m.id NOT IN (SELECT value FROM json_each(:replaced)))
    AND m.created_at_ms >= :fromMs AND m.created_at_ms < :toMs`;

/** Returns the parameters of SELECTED. */
export function selectionParams(selection: Selection) {
  const { projectId, anyProject, withArchived, types, scopes, hiddenStages, replacedIds } =
    selection;
  return {
    ...boundsOf(selection.learned),
    projectId,
    anyProject: anyProject === true ? 1 : 0,
    archived: withArchived === true ? 1 : 0,
    types: types === undefined ? null : JSON.stringify(types),
    scopes: scopes === undefined ? null : JSON.stringify(scopes),
    hidden: hiddenStages === undefined ? null : JSON.stringify(hiddenStages),
    replaced: replacedIds === undefined ? null : JSON.stringify(replacedIds),
    atMs: selection.atMs ?? null,
  };
}

/** Returns bounds for SQL that contain every possible time by default. */
export function boundsOf({ fromMs, toMs }: LearnedPeriod = {}) {
  return { fromMs: fromMs ?? Number.MIN_SAFE_INTEGER, toMs: toMs ?? Number.MAX_SAFE_INTEGER };
}
