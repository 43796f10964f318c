/** Stores which model reads finished sessions; none until a person chooses one. */
import type { Database } from "@tacit-memory/sqlite";
import { choiceSetting } from "../../search/models/stored-choice.ts";
import type { ChosenWriter, WriterChoice } from "./writer-choice.schema.ts";

/** The name differs from the setting for a model that rewords memories: that model was never allowed to read sessions. */
const WRITER = choiceSetting<WriterChoice>(
  "lesson_writer",
  "writer",
  async () => (await import("./writer-choice.schema.ts")).writerSchema,
);

/** Returns the chosen writer; null when none was chosen. */
export async function readChosenWriter(db: Database): Promise<ChosenWriter | null> {
  const choice = await WRITER.read(db);
  return choice?.kind === "none" ? null : choice;
}

export const writeChosenWriter = WRITER.write;

/** Returns an id of the role, where the model runs, and the model; its calls are counted under this id. */
export function writerIdOf(choice: ChosenWriter): string {
  if (choice.kind === "program")
    return `writer:${choice.program}${choice.model === null ? "" : `/${choice.model}`}`;
  return `writer:${new URL(choice.url).host}/${choice.model}`;
}
