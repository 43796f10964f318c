/**
 * Creates the vectors of the chosen encoder, either in a command that a user waits for or in the background of a long-lived
 * process. Only one process embeds at a time, because the same texts would otherwise be paid for twice; the second gives way
 * to the first.
 */
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { hashWord } from "@tacit-memory/encoder";
import { MemoryError } from "../domain/errors.ts";
import {
  type EmbedOptions,
  type EmbedProgress,
  type EmbedReport,
  embedWaiting,
} from "../search/embed/embed-waiting.ts";
import { activateEncoder, readEncoderSettings } from "../search/embed/encoder-settings.ts";
import { EMBED } from "../search/embed/limits.ts";
import type { Encoder } from "../search/encoders/encoder.ts";
import type { EncoderChoice } from "../search/encoders/encoder-choice.schema.ts";
import { choiceName, isOnThisMachine } from "../search/encoders/encoder-choice.ts";
import { type EncoderSurroundings, openEncoder } from "../search/encoders/open-encoder.ts";
import { alone, LEASE_MS } from "../search/lease.ts";
import { encoderFailed } from "../search/models/model-fault.ts";
import { EncoderUnavailable, keepFailure, withCircuitBreaker } from "../search/opened-encoder.ts";
import { vectorFileIn, vectorFilesIn } from "../store/index-file-paths.ts";
import { isLeased } from "../store/jobs.ts";
import {
  countEmbeddings,
  dropEmbeddings,
  listEmbeddedEncoders,
} from "../store/memories/embeddings.ts";
import type { Workspace } from "../workspace.ts";

export type ModelSurroundings = Omit<EncoderSurroundings, "home">;

export interface EmbedRequest {
  readonly limit?: number | undefined;
  /** If true, deletes the vectors of every other encoder once embedding is complete. */
  readonly dropsOthers?: boolean | undefined;
  readonly onProgress?: ((progress: EmbedProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Embedded extends EmbedReport {
  readonly name: string;
  readonly id: string;
  /** True if recall uses this encoder from now on. */
  readonly isActive: boolean;
  readonly dropped: number;
}

/**
 * Off because of a measurement (bench/coding-recall). Turning it on changes every vector, so all of them would have to be
 * recomputed.
 */
const WITH_PREFIX = false;

export async function withEncoder<T>(
  workspace: Workspace,
  surroundings: ModelSurroundings,
  choice: EncoderChoice,
  body: (encoder: Encoder) => Promise<T>,
): Promise<T> {
  const encoder = await openEncoder(choice, { ...surroundings, home: workspace.home });
  try {
    return await body(encoder);
  } finally {
    await encoder.close();
  }
}

/**
 * Embeds all memories with the chosen encoder. Throws "encoder_failed" if encoding fails, "store_busy" if another process is
 * already embedding.
 */
export async function embedChosen(
  workspace: Workspace,
  surroundings: ModelSurroundings,
  request: EmbedRequest,
): Promise<Embedded> {
  const { chosen } = await readEncoderSettings(workspace.db);
  return withEncoder(workspace, surroundings, chosen, async (encoder) => {
    const { limit, onProgress, signal } = request;
    const work = () => embedWith(workspace, chosen, encoder, { limit, onProgress, signal });
    // An instant encoder takes no longer than checking whether another process is embedding.
    const made = encoder.isInstant
      ? { done: await work() }
      : await alone(workspace, { kind: jobOf(encoder), trigger: "command" }, work);
    if (made === null) {
      const reason = `another process already embeds memories with ${choiceName(chosen)}; if that process was killed, try again after ${LEASE_MS / 1000} s`;
      throw new MemoryError("store_busy", { reason });
    }
    const report = made.done;
    const mayDrop = report.isComplete && report.isActive && request.dropsOthers === true;
    const dropped = mayDrop ? await dropOthers(workspace, encoder.id) : 0;
    return { name: choiceName(chosen), id: encoder.id, ...report, dropped };
  });
}

/**
 * Embeds a few of the memories that have no vector of the chosen encoder. Stores any error for `status`; the next call skips
 * an encoder that failed recently. `left` is what the previous call could not embed; returns the new value.
 */
export async function embedDue(
  workspace: Workspace,
  surroundings: ModelSurroundings,
  { signal, left = 0 }: { readonly signal: AbortSignal; readonly left?: number | undefined },
): Promise<number> {
  const { db } = workspace;
  if ((surroundings.env["TACIT_ENCODER"]?.trim() ?? "") !== "") return left;
  const { chosen, active } = await readEncoderSettings(db);
  const isActive = JSON.stringify(chosen) === JSON.stringify(active);
  // The built-in encoder keeps its vectors up to date by itself.
  if (isActive && chosen.kind === "built-in") return left;
  return withEncoder(workspace, surroundings, chosen, async (encoder) => {
    const { waiting } = await countEmbeddings(db, encoder.id);
    if (isActive && waiting <= left) return left;
    const batch = EMBED.batchActive;
    const mayGoOn = async () => {
      await pause(EMBED.yieldMs, undefined, { signal }).catch(() => undefined);
      return mayStill(workspace, chosen, encoder);
    };
    const work = async () => {
      if (!(await mayStill(workspace, chosen, encoder))) return left;
      const options = { signal, ...(encoder.isInstant ? {} : { batch, mayGoOn }) };
      return (await embedWith(workspace, chosen, withCircuitBreaker(workspace, encoder), options))
        .waiting;
    };
    try {
      const made = await alone(workspace, { kind: "embed beside", trigger: "process" }, work);
      return made?.done ?? left;
    } catch (error) {
      if (!(error instanceof EncoderUnavailable)) await keepFailure(workspace, encoder, error);
      return left;
    }
  });
}

/** True if no command is embedding with this encoder and the choice of encoder has not changed meanwhile. */
async function mayStill({ db, moment }: Workspace, choice: EncoderChoice, encoder: Encoder) {
  const { chosen } = await readEncoderSettings(db);
  if (JSON.stringify(chosen) !== JSON.stringify(choice)) return false;
  return !(await isLeased(db, { kind: jobOf(encoder), leaseMs: LEASE_MS }, moment().nowMs));
}

function jobOf({ id }: Encoder): string {
  return `embed ${id}`;
}

type Manner = Pick<EmbedOptions, "batch" | "limit" | "onProgress" | "mayGoOn" | "signal">;

async function embedWith(
  { db }: Workspace,
  choice: EncoderChoice,
  encoder: Encoder,
  manner: Manner,
): Promise<EmbedReport & { readonly isActive: boolean }> {
  const isLocal = isOnThisMachine(choice);
  const report = await embedWaiting(db, encoder, { ...manner, isLocal, withPrefix: WITH_PREFIX });
  const [refused] = report.refused;
  if (refused !== undefined && (await countEmbeddings(db, encoder.id)).embedded === 0) {
    // Activating this encoder would find nothing, while the previous encoder still works.
    const reason = `the encoder rejected every memory; its error for the first one: ${refused.reason}`;
    throw encoderFailed(encoder.id, "refused_input", reason);
  }
  if (report.isComplete) return { ...report, isActive: await activateEncoder(db, choice) };
  const { active } = await readEncoderSettings(db);
  return { ...report, isActive: JSON.stringify(active) === JSON.stringify(choice) };
}

/** Deletes the vectors of all encoders but one, from the store and from the vector files beside it. */
async function dropOthers(workspace: Workspace, keptId: string): Promise<number> {
  let dropped = 0;
  for (const { encoderId } of await listEmbeddedEncoders(workspace.db)) {
    if (encoderId !== keptId) dropped += await dropEmbeddings(workspace.db, encoderId);
  }
  const keptPath = vectorFileIn(workspace.home, hashWord(keptId));
  for (const path of vectorFilesIn(workspace.home))
    if (path !== keptPath) rmSync(path, { force: true });
  return dropped;
}
