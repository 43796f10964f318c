/** The MCP server: announces and runs tools. Building it uses neither disk nor store. */
import { randomUUID } from "node:crypto";
import { CLIENT_INFO_META_KEY, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { type LazyStore, lazyStore, MemoryError } from "@tacit-memory/memory";
import { answer, failure } from "./answer.ts";
import type { StoreAccess } from "./asking.ts";
import { callerOf } from "./caller.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { offerCompletions } from "./offer-completions.ts";
import { offerPrompts } from "./prompts/offer-prompts.ts";
import { offerResources } from "./resources/offer-resources.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { CONTEXT } from "./tools/context.ts";
import { GET } from "./tools/get.ts";
import { IMPACT } from "./tools/impact.ts";
import { RECALL } from "./tools/recall.ts";
import { REMEMBER } from "./tools/remember.ts";
import { STATUS } from "./tools/status.ts";
import { UPDATE } from "./tools/update.ts";

export interface McpOptions {
  /** Folder of the store. */
  readonly home: string;
  /** Project's folder, unless the host names one in `CLAUDE_PROJECT_DIR`. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Product version that clients are sent. */
  readonly version: string;
}

const TOOLS: readonly Tool[] = [RECALL, GET, REMEMBER, UPDATE, CONTEXT, IMPACT, STATUS];
/** The lists of tools, resource kinds and prompts stay the same while the server runs; changed memories are not announced. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
  completions: {},
};
const HOUR = { ttlMs: 3_600_000, cacheScope: "private" as const };
/** Memories change with every remembering call; what can be asked does not. */
const CACHE_HINTS = {
  "tools/list": HOUR,
  "prompts/list": HOUR,
  "resources/templates/list": HOUR,
};
/** Session of this process, for hosts that do not send theirs. */
const OWN_SESSION = `mcp-${randomUUID()}`;

/**
 * Creates a server. Several servers of one process may share a store; the owner of the store closes it. `session` names a
 * caller whose host does not.
 */
export function createServer(
  options: McpOptions,
  store: LazyStore,
  session: string = OWN_SESSION,
): McpServer {
  const server = new McpServer(
    { name: "tacit", title: "Tacit", version: options.version },
    { capabilities: CAPABILITIES, cacheHints: CACHE_HINTS, instructions: INSTRUCTIONS },
  );
  const ask: StoreAccess["ask"] = (context, work, worksIncognito = false) => {
    const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
    const caller = callerOf({
      meta: context.mcpReq._meta ?? {},
      clientInfo: envelope[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion(),
      env: options.env,
      fallbackSession: session,
    });
    return store.use(async (tacit) => {
      if (!worksIncognito && (await tacit.admin.mode()) === "incognito")
        throw new MemoryError("incognito", {});
      return work({ tacit, caller, nowMs: Date.now() });
    });
  };
  for (const tool of TOOLS) offerTool(server, tool, ask);
  const environment = { isThere: store.isThere, ask };
  offerResources(server, environment);
  offerPrompts(server, environment);
  offerCompletions(server, environment);
  return server;
}

function offerTool(server: McpServer, tool: Tool, ask: StoreAccess["ask"]): void {
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description,
      inputSchema: announced(tool),
      annotations: annotations(tool),
      ...(tool.isAlwaysLoaded ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
    },
    async (input: unknown, context: ServerContext) => {
      try {
        const run = (environment: ToolContext) => tool.run(environment, input);
        return answer(await ask(context, run, tool.worksIncognito));
      } catch (error) {
        return failure(error);
      }
    },
  );
}

export function storeFor({ home, cwd, env }: McpOptions): LazyStore {
  return lazyStore({ home, isRemote: Boolean(env["TACIT_URL"]) }, () => ({
    home,
    cwd: env["CLAUDE_PROJECT_DIR"] || cwd,
    env,
    isLongLived: true,
  }));
}

/** Returns a schema that accepts anything: a tool reads its own input and answers invalid input itself. */
function announced(tool: Tool) {
  const jsonSchema = () => ({ ...tool.jsonSchema });
  return {
    "~standard": {
      version: 1 as const,
      vendor: "tacit",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}

function annotations(tool: Tool) {
  return {
    readOnlyHint: tool.effect === "reads",
    destructiveHint: tool.effect === "changes",
    openWorldHint: false,
  };
}
