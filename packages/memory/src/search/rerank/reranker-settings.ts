/**
 * Stores which reranker and which model for hypothetical answers were chosen; by default the built-in reranker for
 * conversations, and no such model.
 */
import type { Database } from "@tacit-memory/sqlite";
import { choiceSetting } from "../models/stored-choice.ts";
import type { HydeChoice, RerankerChoice } from "./reranker-choice.schema.ts";
import { TURNS_ONLY } from "./reranker-choice.ts";

const schemas = () => import("./reranker-choice.schema.ts");
const RERANKER = choiceSetting<RerankerChoice>(
  "reranker",
  "reranker",
  async () => (await schemas()).rerankerSchema,
);
const HYDE = choiceSetting<HydeChoice>("hyde", "hyde", async () => (await schemas()).hydeSchema);

export async function readChosenReranker(db: Database): Promise<RerankerChoice> {
  return (await RERANKER.read(db)) ?? TURNS_ONLY;
}

/** Returns the chosen model for hypothetical answers. */
export async function readChosenHyde(db: Database): Promise<HydeChoice> {
  return (await HYDE.read(db)) ?? { kind: "none" };
}

export const writeChosenReranker = RERANKER.write;
export const writeChosenHyde = HYDE.write;
