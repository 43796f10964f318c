/**
 * Connects and disconnects an agent for the panel: plans the change as `tacit connect` and `tacit disconnect` do, and carries
 * out exactly the plan that a person has seen.
 */
import { createHash } from "node:crypto";
import {
  applyPlan,
  configBackups,
  describePlan,
  type FileChange,
  type Plan,
  planConnect,
  planDisconnect,
  REGISTERED_HOSTS,
  type RegisteredHost,
} from "@tacit-memory/hooks";
import { MemoryError, redact } from "@tacit-memory/memory";
import type {
  AgentAction,
  AgentChange,
  AgentChangeRequest,
  AgentFileChange,
  AgentPlan,
  DiffLine,
} from "@tacit-memory/protocol";
import type { CommandContext } from "../command-context.ts";
import { dropUnusedPrograms, keepPrograms } from "../programs.ts";
import { connectRequest, whatIsLeft } from "./connection.ts";

/** Maximum lines shown per file. The program of a plugin has more, and nobody reads it in a dialog. */
const MAX_LINES = 400;
/** Lines before the first changed line in the text of `describePlan`: both names and the line number. */
const HEAD_LINES = 3;
const OPPOSITE = { connect: "disconnect", disconnect: "connect" } as const;

export function planHost(context: CommandContext, name: string, action: AgentAction): AgentPlan {
  const plan = planOf(context, hostNamed(name), action);
  return { files: plan.files.map(shownChange), digest: digestOf(plan) };
}

export async function changeHost(
  context: CommandContext,
  name: string,
  { action, digest }: AgentChangeRequest,
): Promise<AgentChange> {
  const host = hostNamed(name);
  const plan = planOf(context, host, action);
  if (digestOf(plan) !== digest) {
    throw new MemoryError("not_allowed", {
      agent: name,
      reason: "its files changed since the changes were shown; nothing was written; look again",
    });
  }
  const { home } = context.place;
  // Without its old entries, a connection of an older version cannot be restored by disconnecting.
  const isRestorable = action === "disconnect" || !isConnected(context, host);
  if (action === "connect") keepPrograms(home);
  applyPlan(plan, configBackups(home));
  dropUnusedPrograms(home);
  const back = OPPOSITE[action];
  return {
    changed: plan.files.map(({ path }) => path),
    stillToDo: action === "connect" ? await whatIsLeft(host, context) : null,
    undo: isRestorable ? { action: back, digest: digestOf(planOf(context, host, back)) } : null,
  };
}

function hostNamed(name: string): RegisteredHost {
  const host = REGISTERED_HOSTS.find((item) => item.name === name && item.program !== null);
  if (host === undefined) throw new MemoryError("usage", { agent: name, reason: "unknown agent" });
  return host;
}

function planOf(context: CommandContext, host: RegisteredHost, action: AgentAction): Plan {
  const request = connectRequest(context);
  return action === "connect" ? planConnect(request, [host]) : planDisconnect(request, [host]);
}

function isConnected(context: CommandContext, host: RegisteredHost): boolean {
  return planDisconnect(connectRequest(context), [host]).files.length > 0;
}

function digestOf({ kind, files }: Plan): string {
  const content = files.map(({ path, before, after }) => [path, before, after]);
  return createHash("sha256")
    .update(JSON.stringify([kind, content]))
    .digest("hex");
}

function shownChange(file: FileChange): AgentFileChange {
  const { path, before, after } = file;
  const text = describePlan({ kind: "connect", files: [file], programs: [], notes: [] });
  // The configuration of an agent may contain keys, which no browser needs to show.
  const lines = redact(text).text.trimEnd().split("\n").slice(HEAD_LINES).map(diffLine);
  const existing = after === null ? "removed" : "changed";
  return {
    path,
    change: before === null ? "created" : existing,
    lines: lines.slice(0, MAX_LINES),
    left: Math.max(0, lines.length - MAX_LINES),
  };
}

const MARKS: Readonly<Record<string, DiffLine["kind"]>> = { "-": "removed", "+": "added" };

function diffLine(line: string): DiffLine {
  return { kind: MARKS[line.charAt(0)] ?? "same", text: line.slice(2) };
}
