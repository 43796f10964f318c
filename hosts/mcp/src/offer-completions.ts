/** Suggests values for `{id}` in an address, or for an argument of a prompt, while a person types. */
import type { McpServer } from "@modelcontextprotocol/server";
import type { StoreAccess } from "./asking.ts";
import { MCP_LISTS } from "./limits.ts";
import { PROMPTS } from "./prompts/offer-prompts.ts";
import { invalidParams, protocolError } from "./protocol-error.ts";
import { RESOURCE_KINDS, templateOf } from "./resources/offer-resources.ts";
import type { ToolContext } from "./tool.ts";

type Complete = (context: ToolContext, start: string) => Promise<readonly string[]>;

/**
 * Returns the function that suggests values for `ref` and the argument's name; undefined if there is none. Throws if `ref` is
 * unknown.
 */
function completerOf(
  ref:
    | { readonly type: "ref/prompt"; readonly name: string }
    | { readonly type: "ref/resource"; readonly uri: string },
  argument: string,
): Complete | undefined {
  if (ref.type === "ref/prompt") {
    const prompt = PROMPTS.find(({ name }) => name === ref.name);
    if (prompt === undefined) throw invalidParams(`there is no prompt ${ref.name.slice(0, 80)}`);
    return prompt.arguments.find(({ name }) => name === argument)?.complete;
  }
  const kind = RESOURCE_KINDS.find((resourceKind) => templateOf(resourceKind) === ref.uri);
  if (kind === undefined) throw invalidParams(`there is no template ${ref.uri.slice(0, 80)}`);
  return kind.variable === argument ? kind.complete : undefined;
}

export function offerCompletions({ server }: McpServer, { isThere, ask }: StoreAccess): void {
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { name, value } = params.argument;
    const complete = completerOf(params.ref, name);
    if (complete === undefined || !isThere()) return completion([]);
    const values = await ask(context, (environment) => complete(environment, value)).catch(
      (error) => {
        throw protocolError(error);
      },
    );
    return completion(values);
  });
}

function completion(found: readonly string[]) {
  const values = found.slice(0, MCP_LISTS.completions);
  return {
    completion: { values, total: found.length, hasMore: found.length > values.length },
  };
}
