/**
 * Stores which encoder was chosen and which one recall uses. They differ while the vectors of a new choice are computed:
 * until they are complete, the previous encoder answers.
 */

import type { Database } from "@tacit-memory/sqlite";
import { readSetting, writeSetting } from "../../store/settings.ts";
import type { EncoderChoice } from "../encoders/encoder-choice.schema.ts";
import { BUILT_IN } from "../encoders/encoder-choice.ts";
import { choiceSetting, readStoredChoice } from "../models/stored-choice.ts";

const CHOSEN = "encoder";
const ACTIVE = "encoder_active";

export interface EncoderSettings {
  readonly chosen: EncoderChoice;
  readonly active: EncoderChoice;
}

/** Reads the settings. Throws "config_malformed" for content that no version of Tacit wrote. */
export async function readEncoderSettings(db: Database): Promise<EncoderSettings> {
  return { chosen: await readChoice(db, CHOSEN), active: await readChoice(db, ACTIVE) };
}

/** Whether recall uses the built-in encoder; avoids loading the schemas for other choices. */
export async function isBuiltInActive(db: Database): Promise<boolean> {
  const json = await readSetting(db, ACTIVE);
  return json === null || json === JSON.stringify(BUILT_IN);
}

async function readChoice(db: Database, name: string): Promise<EncoderChoice> {
  const json = await readSetting(db, name);
  return json === null || json === JSON.stringify(BUILT_IN) ? BUILT_IN : parsed(json);
}

async function parsed(json: string): Promise<EncoderChoice> {
  return readStoredChoice("encoder", await loadSchema(), json);
}

async function loadSchema() {
  return (await import("../encoders/encoder-choice.schema.ts")).encoderSchema;
}

export const writeChosenEncoder = choiceSetting<EncoderChoice>(CHOSEN, "encoder", loadSchema).write;

/**
 * Activates the choice if it is still the chosen one; a person may have changed it while its vectors were computed. Returns
 * whether it was.
 */
export async function activateEncoder(db: Database, choice: EncoderChoice): Promise<boolean> {
  const same = await canonical(choice);
  return db.transaction(async (tx) => {
    if ((await canonical(await readChoice(tx, CHOSEN))) !== same) return false;
    await writeSetting(tx, ACTIVE, same);
    return true;
  });
}

/** Serializes a choice with its fields in a fixed order, so that equal choices compare equal. */
async function canonical(choice: EncoderChoice): Promise<string> {
  return JSON.stringify(await parsed(JSON.stringify(choice)));
}

/** Returns the first vector of a probe's fixed text, by encoder id; null before the first probe. */
export async function readGolden(db: Database, encoderId: string): Promise<Float32Array | null> {
  const base64 = await readSetting(db, goldenName(encoderId));
  if (base64 === null) return null;
  const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
  return bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : null;
}

export async function writeGolden(
  db: Database,
  encoderId: string,
  vector: Float32Array,
): Promise<void> {
  const { buffer, byteOffset, byteLength } = vector;
  const base64 = Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  await writeSetting(db, goldenName(encoderId), base64);
}

function goldenName(encoderId: string): string {
  return `encoder_golden:${encoderId}`;
}
