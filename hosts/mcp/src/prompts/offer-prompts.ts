/** Announces prompts as the protocol requires and fills in what is known. */
import type { McpServer } from "@modelcontextprotocol/server";
import type { StoreAccess } from "../asking.ts";
import { invalidParams, protocolError } from "../protocol-error.ts";
import { HANDOFF_PROMPT } from "./handoff-prompt.ts";
import type { Prompt } from "./prompt.ts";
import { RECALL_PROMPT } from "./recall-prompt.ts";
import { REVIEW_PROMPT } from "./review-prompt.ts";

export const PROMPTS: readonly Prompt[] = [RECALL_PROMPT, HANDOFF_PROMPT, REVIEW_PROMPT];

export function offerPrompts({ server }: McpServer, { ask }: StoreAccess): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.map(({ name, title, description, arguments: taken }) => ({
      name,
      title,
      description,
      arguments: taken.map((promptArgument) => ({
        name: promptArgument.name,
        description: promptArgument.description,
        required: promptArgument.isRequired,
      })),
    })),
  }));

  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) throw invalidParams(`unknown prompt ${params.name.slice(0, 80)}`);
    const input = params.arguments ?? {};
    const missing = prompt.arguments.find(
      ({ name, isRequired }) => isRequired && (input[name] ?? "").trim() === "",
    );
    if (missing !== undefined) throw invalidParams(`${prompt.name} requires \`${missing.name}\``);
    const text = await ask(context, (environment) => prompt.text(environment, input)).catch(
      (error) => {
        throw protocolError(error);
      },
    );
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
    };
  });
}
