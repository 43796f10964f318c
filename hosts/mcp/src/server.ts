/** The MCP server: tools announced and run. Building one touches neither disk nor store. */
import { randomUUID } from "node:crypto";
import { CLIENT_INFO_META_KEY, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import type { TacitOptions } from "@tacit-memory/memory";
import { answer, failure } from "./answer.ts";
import { callerOf } from "./caller.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { type LazyStore, lazyStore } from "./lazy-store.ts";
import type { Tool } from "./tool.ts";
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
  /** The project's folder, unless the host names one in `CLAUDE_PROJECT_DIR`. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of the product, as told to clients. */
  readonly version: string;
}

const TOOLS: readonly Tool[] = [RECALL, GET, REMEMBER, UPDATE, CONTEXT, IMPACT, STATUS];
/** For hosts that do not tell their session: this process is one. */
const OWN_SESSION = `mcp-${randomUUID()}`;

/** Several servers of one process may share a store; whoever made the store closes it. */
export function createServer(options: McpOptions, store: LazyStore = storeFor(options)): McpServer {
  const server = new McpServer(
    { name: "tacit", title: "Tacit", version: options.version },
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS) {
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
        const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
        const caller = callerOf({
          meta: context.mcpReq._meta ?? {},
          clientInfo: envelope[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion(),
          env: options.env,
          fallbackSession: OWN_SESSION,
        });
        try {
          const text = await store.use((tacit) =>
            tool.run({ tacit, caller, nowMs: Date.now() }, input),
          );
          return answer(text);
        } catch (error) {
          return failure(error);
        }
      },
    );
  }
  return server;
}

export function storeFor({ home, cwd, env }: McpOptions): LazyStore {
  return lazyStore({
    home,
    cwd: env["CLAUDE_PROJECT_DIR"] || cwd,
    env,
    driver: driverOf(env["TACIT_DRIVER"]),
    url: env["TACIT_URL"] || undefined,
    authToken: env["TACIT_AUTH_TOKEN"] || undefined,
    isStrict: env["TACIT_STRICT"] === "on",
    usePriors: env["TACIT_PRIORS"] === "on",
    isLongLived: true,
  });
}

function driverOf(name: string | undefined): TacitOptions["driver"] {
  return name === "libsql" || name === "libsql-client" ? name : undefined;
}

/** Anything passes the SDK: a tool reads its own input, and answers what it cannot read. */
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
    idempotentHint: tool.effect === "reads",
    openWorldHint: false,
  };
}
