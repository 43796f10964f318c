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
import {
  MemoryError,
  type RedactOptions,
  readOwnPrivacy,
  redact,
  secretValuesOf,
  sentenceOf,
} from "@tacit-memory/memory";
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
  const { env } = context.machine;
  const { patterns } = readOwnPrivacy(context.place.home, null);
  const redaction = { secretValues: secretValuesOf(env), patterns };
  return {
    files: plan.files.map((file) => shownChange(file, redaction)),
    digest: digestOf(plan),
  };
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
      reason: sentenceOf("agent_files_changed", {}),
    });
  }
  const { home } = context.place;
  if (action === "connect") keepPrograms(home);
  applyPlan(plan, configBackups(home));
  dropUnusedPrograms(home);
  const back = planOf(context, host, OPPOSITE[action]);
  return {
    stillToDo: action === "connect" ? await whatIsLeft(host, context) : null,
    undo: isUndo(back, plan) ? { action: back.kind, digest: digestOf(back) } : null,
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

/** Whether a plan gives every file of another one back the text from before it, and changes no other file. */
function isUndo(back: Plan, { files }: Plan): boolean {
  const before = new Map(files.map((file) => [file.path, file.before]));
  return (
    back.files.length === files.length &&
    back.files.every(({ path, after }) => before.get(path) === after)
  );
}

/**
 * Identifies what a plan changes. The unchanged rest of a file is not part of it: an agent may rewrite its own file, such as
 * `~/.claude.json`, while a person reads the plan.
 */
function digestOf({ kind, files }: Plan): string {
  const content = files.map((file) => [
    ...[file.path, file.before === null, file.after === null],
    ...[without(file.before, file.after), without(file.after, file.before)],
  ]);
  return createHash("sha256")
    .update(JSON.stringify([kind, content]))
    .digest("hex");
}

/** Returns the lines of a text that the other text does not have, or has less often. */
function without(text: string | null, other: string | null): string[] {
  const left = new Map<string, number>();
  for (const line of linesIn(other)) left.set(line, (left.get(line) ?? 0) + 1);
  return linesIn(text).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function linesIn(text: string | null): string[] {
  return text === null ? [] : text.split(/\r?\n/);
}

/** Returns removed and added lines with some around them, each with its mark. */
function linesOf(file: FileChange): string[] {
  const text = describePlan({ kind: "connect", files: [file], programs: [], notes: [] });
  return text.trimEnd().split("\n").slice(HEAD_LINES);
}

function shownChange(file: FileChange, redaction: RedactOptions): AgentFileChange {
  const { path, before, after } = file;
  // The configuration of an agent may contain keys, which no browser needs to show.
  const text = redact(linesOf(file).join("\n"), redaction).text;
  const lines = text.split("\n").map(diffLine);
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
