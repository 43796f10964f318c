/** `recall`: begins with what is known about a topic. */
import { RECALL } from "../tools/recall.ts";
import type { Prompt } from "./prompt.ts";

export const RECALL_PROMPT: Prompt = {
  name: "recall",
  title: "Recall memories about …",
  description: "Look up a question in this project's memory.",
  arguments: [
    {
      name: "query",
      description: "A question, identifiers, file paths or a pasted error message",
      isRequired: true,
    },
  ],
  text: async (context, { query = "" }) => {
    const memories = await RECALL.run(context, { query });
    return [
      "Answer the question in the next line from the memory of this codebase, and explain what it means for the current task.",
      query.trim(),
      "",
      "Results from the memory of this codebase:",
      memories,
      "",
      "Read relevant memories in full with the tool `get`, compare them with the current code, and cite the memories you use as [mem:ID].",
    ].join("\n");
  },
};
