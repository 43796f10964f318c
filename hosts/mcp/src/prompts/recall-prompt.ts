/** `recall`: begin with what is known about something. */
import { RECALL } from "../tools/recall.ts";
import type { Prompt } from "./prompt.ts";

export const RECALL_PROMPT: Prompt = {
  name: "recall",
  title: "What is known about …",
  description: "Puts what the memory of this codebase has on a question before the agent.",
  arguments: [
    {
      name: "query",
      description: "A question, identifiers, file paths or a pasted error message",
      isRequired: true,
    },
  ],
  text: async (world, { query = "" }) => {
    const known = await RECALL.run(world, { query });
    return [
      "What do we know about what follows in the next line, and what does it mean for the work at hand?",
      query.trim(),
      "",
      "The memory of this codebase says:",
      known,
      "",
      "Read in full with the tool `get` what bears on it, hold it against the code as it is, and cite what you use as [mem:ID].",
    ].join("\n");
  },
};
