/** Our MCP server under `mcpServers` of a JSON file, as most hosts keep them. Adding it, and its inverse. */
import { isDeepStrictEqual } from "node:util";
import { MemoryError } from "@tacit-memory/memory";
import { isObject, readObject, withValue } from "./json-text.ts";
import type { Programs } from "./registered-host.ts";

export const SERVER = "tacit";

/** It is there as we would write it. */
export function holdsServer(path: string, text: string, programs: Programs, more: object): boolean {
  return isDeepStrictEqual(serversOf(path, text)[SERVER], serverOf(programs, more));
}

function serverOf(programs: Programs, more: object): object {
  return {
    ...more,
    command: programs.mcpCommand,
    args: [...programs.mcpArgs],
    env: { TACIT_HOME: programs.home },
  };
}

/** Null where a server of that name is there already that is not ours; it is left alone. */
export function withServer(
  path: string,
  text: string,
  programs: Programs,
  more: object,
): string | null {
  const server = serversOf(path, text)[SERVER];
  if (server !== undefined) return null;
  return withValue(text, ["mcpServers", SERVER], serverOf(programs, more));
}

/** `was`: the text before us, where it is known. */
export function withoutServer(path: string, text: string, was: string | null): string {
  const servers = serversOf(path, text);
  if (!isOurServer(servers[SERVER])) return text;
  const hadServers = was !== null && "mcpServers" in readObject(path, was);
  const isLast = Object.keys(servers).length === 1 && !hadServers;
  return withValue(text, isLast ? ["mcpServers"] : ["mcpServers", SERVER], undefined);
}

function serversOf(path: string, text: string): Readonly<Record<string, unknown>> {
  const { mcpServers } = readObject(path, text);
  if (mcpServers === undefined) return {};
  if (isObject(mcpServers)) return mcpServers;
  throw new MemoryError("config_malformed", { path, reason: "mcpServers is not an object" });
}

function isOurServer(server: unknown): boolean {
  return isObject(server) && isObject(server["env"]) && "TACIT_HOME" in server["env"];
}
