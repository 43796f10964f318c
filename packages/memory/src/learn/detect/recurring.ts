/** A failure of one session that other sessions may have too. */
import type { Step } from "./trace.ts";

/** A failure and the step that worked after it. */
export interface Recurring {
  /** Equal in every session with this failure. */
  readonly subject: string;
  readonly title: string;
  readonly content: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly failed: Step;
  readonly worked: Step;
}
