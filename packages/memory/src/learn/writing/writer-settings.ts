/** Stores which model reads finished sessions; none until a person chooses one. */
import type { Database } from "@tacit-memory/sqlite";
import { readSetting, writeSetting } from "../../store/settings.ts";
import type { ChosenWriter, WriterChoice } from "./writer-choice.schema.ts";

/** Differs from the name of the setting for a model that rewords memories: that model was never allowed to read sessions. */
const SETTING = "lesson_writer";

/**
 * Returns the chosen writer; null when none was chosen. Throws "config_malformed" for content that no version of Tacit wrote.
 */
export async function readChosenWriter(db: Database): Promise<ChosenWriter | null> {
  const json = await readSetting(db, SETTING);
  if (json === null) return null;
  const choice = (await import("./writer-choice.schema.ts")).readWriterChoice(json);
  return choice.kind === "none" ? null : choice;
}

/** Stores the choice. Throws "usage" for a choice that could not be read again. */
export async function writeChosenWriter(db: Database, choice: WriterChoice): Promise<void> {
  const { writerChoiceJson } = await import("./writer-choice.schema.ts");
  await writeSetting(db, SETTING, writerChoiceJson(choice));
}

/** Returns an id of the role, where the model runs, and the model; its calls are counted under this id. */
export function writerIdOf(choice: ChosenWriter): string {
  if (choice.kind === "program")
    return `writer:${choice.program}${choice.model === null ? "" : `/${choice.model}`}`;
  return `writer:${new URL(choice.url).host}/${choice.model}`;
}
