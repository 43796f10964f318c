/** Adds and removes our MCP server in a JSON file, under `mcpServers` as in most hosts. */

import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@tacit-memory/files";
import { MemoryError, sentenceOf } from "@tacit-memory/memory";
import type { Programs } from "../registered-host.ts";
import { readObject, withoutValue, withValue } from "./json-text.ts";

export const SERVER = "tacit";

/** Form in which a host stores servers. */
export interface ServerForm {
  /** Key of the object that contains the servers. */
  readonly key: string;
  /** Key of the server's environment variables; TACIT_HOME among them marks the server as ours. */
  readonly variables: string;
  readonly entry: (programs: Programs, more: object) => object;
}

export const USUAL_FORM: ServerForm = {
  key: "mcpServers",
  variables: "env",
  entry: (programs, more) => ({
    ...more,
    command: programs.mcpCommand,
    args: [...programs.mcpArgs],
    env: { TACIT_HOME: programs.home },
  }),
};

/** Returns whether our server is stored in the current form. `more`: additional fields of this host's servers. */
export function holdsServer(
  path: string,
  text: string,
  programs: Programs,
  more: object,
  form: ServerForm = USUAL_FORM,
): boolean {
  return isDeepStrictEqual(serversOf(path, text, form)[SERVER], form.entry(programs, more));
}

/** Adds our server; null if a server of that name exists that is not ours, which is left alone. */
export function withServer(
  path: string,
  text: string,
  programs: Programs,
  more: object,
  form: ServerForm = USUAL_FORM,
): string | null {
  const server = serversOf(path, text, form)[SERVER];
  if (server !== undefined) return null;
  return withValue(text, [form.key, SERVER], form.entry(programs, more));
}

/** Removes our server. `was`: the text before us, if it is known. */
export function withoutServer(
  path: string,
  text: string,
  was: string | null,
  form: ServerForm = USUAL_FORM,
): string {
  const servers = serversOf(path, text, form);
  if (!isOurServer(servers[SERVER], form)) return text;
  const hadServers = was !== null && form.key in readObject(path, was);
  const isLast = Object.keys(servers).length === 1 && !hadServers;
  return withoutValue(text, isLast ? [form.key] : [form.key, SERVER]);
}

function serversOf(
  path: string,
  text: string,
  { key }: ServerForm,
): Readonly<Record<string, unknown>> {
  const servers = readObject(path, text)[key];
  if (servers === undefined) return {};
  if (isRecord(servers)) return servers;
  throw new MemoryError("config_malformed", { path, reason: sentenceOf("key_no_object", { key }) });
}

function isOurServer(server: unknown, { variables }: ServerForm): boolean {
  return isRecord(server) && isRecord(server[variables]) && "TACIT_HOME" in server[variables];
}
