/**
 * Which encoder was chosen, and which one recall uses today. They differ while a new one's vectors are being
 * made: until the first time it is complete, the one before it answers.
 */

import type { Database } from "@tacit-memory/sqlite";
import { readSetting, writeSetting } from "../../store/settings.ts";
import type { EncoderChoice } from "../encoders/encoder-choice.schema.ts";
import { BUILT_IN } from "../encoders/encoder-choice.ts";

const CHOSEN = "encoder";
const ACTIVE = "encoder_active";

export interface EncoderSettings {
  readonly chosen: EncoderChoice;
  readonly active: EncoderChoice;
}

/** Throws "config_malformed" for what no version of ours wrote. */
export async function readEncoderSettings(db: Database): Promise<EncoderSettings> {
  return { chosen: await readChoice(db, CHOSEN), active: await readChoice(db, ACTIVE) };
}

/** Whether recall uses the one that ships; without the schemas that another choice is read with. */
export async function isBuiltInActive(db: Database): Promise<boolean> {
  const json = await readSetting(db, ACTIVE);
  return json === null || json === JSON.stringify(BUILT_IN);
}

async function readChoice(db: Database, name: string): Promise<EncoderChoice> {
  const json = await readSetting(db, name);
  return json === null || json === JSON.stringify(BUILT_IN) ? BUILT_IN : parsed(json);
}

async function parsed(json: string): Promise<EncoderChoice> {
  return (await import("../encoders/encoder-choice.schema.ts")).readEncoderChoice(json);
}

/** Throws "usage" for what could not be read again. */
export async function writeChosenEncoder(db: Database, choice: EncoderChoice): Promise<void> {
  const { encoderChoiceJson } = await import("../encoders/encoder-choice.schema.ts");
  await writeSetting(db, CHOSEN, encoderChoiceJson(choice));
}

/**
 * The chosen one, if it is still this one: somebody may have chosen another while its vectors were made. Whether
 * it was.
 */
export async function activateEncoder(db: Database, choice: EncoderChoice): Promise<boolean> {
  const same = await canonical(choice);
  return db.transaction(async (tx) => {
    if ((await canonical(await readChoice(tx, CHOSEN))) !== same) return false;
    await writeSetting(tx, ACTIVE, same);
    return true;
  });
}

/** With its fields in one order, so that equal choices compare equal. */
async function canonical(choice: EncoderChoice): Promise<string> {
  return JSON.stringify(await parsed(JSON.stringify(choice)));
}

/** The vector a probe's fixed text gave at first, by encoder id; null before. */
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
