/** Which reranker was chosen, and who imagines answers; at first the built-in one for conversations, and nobody. */
import type { Database } from "@tacit-memory/sqlite";
import { readSetting, writeSetting } from "../../store/settings.ts";
import type { HydeChoice, RerankerChoice } from "./reranker-choice.schema.ts";
import { TURNS_ONLY } from "./reranker-choice.ts";

const RERANKER = "reranker";
const HYDE = "hyde";

/** Throws "config_malformed" for what no version of ours wrote. */
export async function readChosenReranker(db: Database): Promise<RerankerChoice> {
  const json = await readSetting(db, RERANKER);
  if (json === null) return TURNS_ONLY;
  return (await import("./reranker-choice.schema.ts")).readRerankerChoice(json);
}

/** Throws "usage" for what could not be read again. */
export async function writeChosenReranker(db: Database, choice: RerankerChoice): Promise<void> {
  const { rerankerChoiceJson } = await import("./reranker-choice.schema.ts");
  await writeSetting(db, RERANKER, rerankerChoiceJson(choice));
}

/** Throws "config_malformed" for what no version of ours wrote. */
export async function readChosenHyde(db: Database): Promise<HydeChoice> {
  const json = await readSetting(db, HYDE);
  if (json === null) return { kind: "none" };
  return (await import("./reranker-choice.schema.ts")).readHydeChoice(json);
}

/** Throws "usage" for what could not be read again. */
export async function writeChosenHyde(db: Database, choice: HydeChoice): Promise<void> {
  const { hydeChoiceJson } = await import("./reranker-choice.schema.ts");
  await writeSetting(db, HYDE, hydeChoiceJson(choice));
}
