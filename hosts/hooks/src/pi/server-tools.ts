/** Offers the tools of our MCP server as tools of pi, under the names that OpenCode uses: `tacit_recall`. */
import {
  type ServerClient,
  type ServerCommand,
  type ServerTool,
  serverClient,
} from "./server-client.ts";

/** The parts of pi that are needed to offer tools. */
export interface ToolHost {
  registerTool(tool: PiTool): void;
}

export interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet: string;
  readonly parameters: object;
  /** Runs the tool. `signal` aborts when the user stops the agent. */
  execute(id: string, input: unknown, signal?: AbortSignal): Promise<PiToolResult>;
}

interface PiToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly details: object;
}

/** Limit for listing the tools: the user waits for the program to start. */
const LIST_LIMIT_MS = 3_000;
/** Limit for a call: `impact` reads a large project's code the first time. */
const CALL_LIMIT_MS = 60_000;

export interface OfferedTools {
  /** Offers the tools. Never rejects: without a server pi continues without them. */
  readonly offer: (cwd: string) => Promise<void>;
  readonly close: () => void;
}

export function serverTools(host: ToolHost, command: ServerCommand): OfferedTools {
  let client: ServerClient | null = null;
  return {
    offer: async (cwd) => {
      if (client !== null) return;
      client = serverClient(command, cwd);
      try {
        for (const tool of await client.tools(LIST_LIMIT_MS))
          host.registerTool(asPiTool(client, tool));
      } catch {
        client.close();
      }
    },
    close: () => client?.close(),
  };
}

function asPiTool(
  client: ServerClient,
  { name, title, description, inputSchema }: ServerTool,
): PiTool {
  return {
    name: `tacit_${name}`,
    label: title ?? name,
    description,
    promptSnippet: title ?? name,
    parameters: inputSchema,
    execute: async (_id, input, signal) => {
      const { content, isError } = await client.call(name, input, CALL_LIMIT_MS, signal);
      const text = content.map((part) => part.text ?? "").join("\n");
      // pi recognizes a failure by an exception.
      if (isError === true) throw new Error(text);
      return { content: [{ type: "text", text }], details: {} };
    },
  };
}
