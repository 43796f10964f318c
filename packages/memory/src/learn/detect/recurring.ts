/** A failure in one session that other sessions may share. */
import type { Payload } from "../../domain/payload.ts";
import type { Step } from "./trace.ts";

/** A failure and the step that succeeded after it. */
export interface Recurring {
  /** The same in every session with this failure. */
  readonly subject: string;
  readonly title: string;
  readonly content: string;
  readonly payload: Payload;
  readonly files: readonly string[];
  readonly failed: Step;
  readonly worked: Step;
}
