/** Which model words what sessions taught: nobody, until a person chooses one. */
import type { Database } from "../store/drivers/driver.ts";
import { readSetting, writeSetting } from "../store/settings.ts";
import type { ChosenWriter, WriterChoice } from "./writer-choice.schema.ts";

const WRITER = "writer";

/** Null where none was chosen. Throws "config_malformed" for what no version of ours wrote. */
export async function readChosenWriter(db: Database): Promise<ChosenWriter | null> {
  const json = await readSetting(db, WRITER);
  if (json === null) return null;
  const choice = (await import("./writer-choice.schema.ts")).readWriterChoice(json);
  return choice.kind === "none" ? null : choice;
}

/** Throws "usage" for what could not be read again. */
export async function writeChosenWriter(db: Database, choice: WriterChoice): Promise<void> {
  const { writerChoiceJson } = await import("./writer-choice.schema.ts");
  await writeSetting(db, WRITER, writerChoiceJson(choice));
}

/** Names the role, the server and the model: what it is asked is counted under it. */
export function writerIdOf({ url, model }: ChosenWriter): string {
  return `writer:${new URL(url).host}/${model}`;
}
