/** Which memories a search may return. */
import type { ProjectId } from "../ids.ts";

export interface SearchFilter {
  readonly projectId: ProjectId;
  readonly anyProject?: boolean | undefined;
  readonly withArchived?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Not of these stages. */
  readonly hiddenStages?: readonly string[] | undefined;
  /** Only what was learned then. */
  readonly learned?: Learned | undefined;
  /** Only what was true then; also what has been superseded or set aside since. Left out: validity is not looked at. */
  readonly atMs?: number | undefined;
  readonly limit: number;
}

/** Milliseconds since 1970; what is left out has no bound. */
export interface Learned {
  /** Inclusive. */
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
}
