/**
 * Calls the encoder in use for `search/meaning.ts`. A failure never reaches the caller: it is stored as a sentence, and the
 * encoder is not called again for a while.
 */

import type { Env } from "../domain/options.ts";
import { EMBED } from "./embed/limits.ts";
import { problemOf } from "./models/model-fault.ts";
import {
  type EncoderContext,
  EncoderUnavailable,
  encoderInUse,
  keepFailure,
  type OpenedEncoder,
} from "./opened-encoder.ts";

export interface GuardedEncoder {
  /** Calls `body` with the encoder; null if meaning is off, or if the encoder failed recently or fails now. */
  readonly run: <T>(body: (opened: OpenedEncoder) => Promise<T>) => Promise<T | null>;
  /** Opens the encoder, whether or not it failed recently; null if meaning is off or the encoder cannot be opened. */
  readonly open: () => Promise<OpenedEncoder | null>;
  /** Checks whether another encoder was chosen since. */
  readonly checkChoice: () => Promise<void>;
  /** Stores a failure. */
  readonly failed: (error: unknown) => null;
  /** Removes the stored failure. */
  readonly answered: () => void;
  /** Calls the encoder again, however recently it failed. */
  readonly retryNow: () => void;
  /** Returns the stored failure; null without one. */
  readonly problem: () => string | null;
  readonly close: () => Promise<void>;
}

export function guardedEncoder(workspace: EncoderContext, env: Env): GuardedEncoder {
  let problem: string | null = null;
  let silentUntilMs = 0;

  const failed = (error: unknown): null => {
    problem = problemOf(error);
    silentUntilMs = workspace.moment().nowMs + EMBED.silenceMs;
    return null;
  };
  const inUse = encoderInUse(workspace, env, () => {
    problem = null;
    silentUntilMs = 0;
  });
  const open = () => inUse.current().catch(failed);
  return {
    run: async (body) => {
      await inUse.checkChoice();
      if (workspace.moment().nowMs < silentUntilMs) return null;
      const opened = await open();
      if (opened === null) return null;
      try {
        return await body(opened);
      } catch (error) {
        if (error instanceof EncoderUnavailable) {
          problem = error.message;
          silentUntilMs = error.retryAfterMs;
          return null;
        }
        await keepFailure(workspace, opened.encoder, error).catch(failed);
        return failed(error);
      }
    },
    open,
    checkChoice: inUse.checkChoice,
    failed,
    answered: () => {
      problem = null;
    },
    retryNow: () => {
      silentUntilMs = 0;
    },
    problem: () => problem,
    close: inUse.close,
  };
}
