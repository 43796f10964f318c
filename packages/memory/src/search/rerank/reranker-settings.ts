/**
 * Stores which reranker and which model for hypothetical answers were chosen; by default the built-in reranker for
 * conversations, and no such model.
 */
import type { Database } from "@tacit-memory/sqlite";
import { readSetting, writeSetting } from "../../store/settings.ts";
import type { HydeChoice, RerankerChoice } from "./reranker-choice.schema.ts";
import { TURNS_ONLY } from "./reranker-choice.ts";

const RERANKER = "reranker";
const HYDE = "hyde";

/** Returns the chosen reranker. Throws "config_malformed" for content that no version of Tacit wrote. */
export async function readChosenReranker(db: Database): Promise<RerankerChoice> {
  const json = await readSetting(db, RERANKER);
  if (json === null) return TURNS_ONLY;
  return (await import("./reranker-choice.schema.ts")).readRerankerChoice(json);
}

/** Stores the chosen reranker. Throws "usage" for a choice that could not be read again. */
export async function writeChosenReranker(db: Database, choice: RerankerChoice): Promise<void> {
  const { rerankerChoiceJson } = await import("./reranker-choice.schema.ts");
  await writeSetting(db, RERANKER, rerankerChoiceJson(choice));
}

/**
 * Returns the chosen model for hypothetical answers. Throws "config_malformed" for content that no version of Tacit wrote.
 */
export async function readChosenHyde(db: Database): Promise<HydeChoice> {
  const json = await readSetting(db, HYDE);
  if (json === null) return { kind: "none" };
  return (await import("./reranker-choice.schema.ts")).readHydeChoice(json);
}

/** Stores the chosen model for hypothetical answers. Throws "usage" for a choice that could not be read again. */
export async function writeChosenHyde(db: Database, choice: HydeChoice): Promise<void> {
  const { hydeChoiceJson } = await import("./reranker-choice.schema.ts");
  await writeSetting(db, HYDE, hydeChoiceJson(choice));
}
