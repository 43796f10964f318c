/**
 * What Claude Code is told about us: one hook per moment in `settings.json`, one MCP server in
 * `.claude.json`. Each of the two edits has its inverse here.
 */
import { MemoryError } from "@tacit-memory/memory";
import { isObject, readObject, withElement, withValue } from "./json-text.ts";

/** How our programs are started. */
export interface Programs {
  /** The Node that runs hooks. */
  readonly nodePath: string;
  /** The bundled hook. */
  readonly hookPath: string;
  readonly mcpCommand: string;
  readonly mcpArgs: readonly string[];
  /** Tacit's home folder. */
  readonly home: string;
  /** Whether programs would find that folder without being told. */
  readonly isDefaultHome: boolean;
}

interface Moment {
  readonly matcher?: string;
  /** Seconds. */
  readonly timeout: number;
}

const TELLING = { timeout: 5 };
const EDITS = "Edit|Write|MultiEdit|NotebookEdit";

/** What we listen to. Claude Code gives all SessionEnd hooks 1.5 s together, whatever they ask for. */
const MOMENTS: Readonly<Record<string, Moment>> = {
  SessionStart: TELLING,
  UserPromptSubmit: TELLING,
  PreToolUse: { ...TELLING, matcher: EDITS },
  PostToolUse: { ...TELLING, matcher: "*" },
  PostToolUseFailure: { ...TELLING, matcher: "*" },
  PostToolBatch: TELLING,
  SubagentStart: TELLING,
  SubagentStop: TELLING,
  PreCompact: TELLING,
  PostCompact: TELLING,
  Stop: TELLING,
  SessionEnd: { timeout: 2 },
};

const HOST = "claude-code";
const SERVER = "tacit";

/** Throws "config_malformed" where `hooks` is not of the form Claude Code reads. */
export function withHooks(path: string, text: string, programs: Programs): string {
  const events = eventsOf(path, text);
  let next = text;
  for (const [event, { matcher, timeout }] of Object.entries(MOMENTS)) {
    if (events[event] !== undefined && !Array.isArray(events[event])) {
      throw new MemoryError("config_malformed", { path, reason: `hooks.${event} is not a list` });
    }
    const hook = {
      type: "command",
      command: programs.nodePath,
      args: [programs.hookPath, HOST, event, ...(programs.isDefaultHome ? [] : [programs.home])],
      timeout,
    };
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
    next = withElement(next, ["hooks", event], group);
  }
  return next;
}

/**
 * Without our hooks, and without the lists and objects that only they had filled; those that `was`, the text
 * before us where it is known, had already stay.
 */
export function withoutHooks(path: string, text: string, was: string | null): string {
  const events = eventsOf(path, text);
  const eventsBefore = was === null ? {} : eventsOf(path, was);
  const hadHooks = was !== null && "hooks" in readObject(path, was);
  let next = text;
  let left = Object.keys(events).length;
  let isTouched = false;
  for (const [event, groups] of Object.entries(events)) {
    if (!Array.isArray(groups)) continue;
    const stripped = withoutOurGroups(next, event, groups);
    if (stripped.text === next) continue;
    isTouched = true;
    next = stripped.text;
    if (stripped.left > 0 || event in eventsBefore) continue;
    left -= 1;
    next = withValue(next, ["hooks", event], undefined);
  }
  return isTouched && left === 0 && !hadHooks ? withValue(next, ["hooks"], undefined) : next;
}

function withoutOurGroups(text: string, event: string, groups: readonly unknown[]) {
  let next = text;
  let left = groups.length;
  // From the last to the first, so that what is removed does not move what is still to be looked at.
  for (let index = groups.length - 1; index >= 0; index--) {
    const hooks = handlersOf(groups[index]);
    const ours = hooks.flatMap((hook, at) => (isOurHook(hook) ? [at] : []));
    if (ours.length === 0) continue;
    if (ours.length === hooks.length) {
      next = withValue(next, ["hooks", event, index], undefined);
      left -= 1;
      continue;
    }
    for (const at of ours.reverse())
      next = withValue(next, ["hooks", event, index, "hooks", at], undefined);
  }
  return { text: next, left };
}

function eventsOf(path: string, text: string): Readonly<Record<string, unknown>> {
  const { hooks } = readObject(path, text);
  if (hooks === undefined) return {};
  if (isObject(hooks)) return hooks;
  throw new MemoryError("config_malformed", { path, reason: "hooks is not an object" });
}

function handlersOf(group: unknown): readonly unknown[] {
  return isObject(group) && Array.isArray(group["hooks"]) ? group["hooks"] : [];
}

/** By its arguments: the bundled hook may have moved since. */
function isOurHook(hook: unknown): boolean {
  if (!isObject(hook) || !Array.isArray(hook["args"])) return false;
  const [file, host, event] = hook["args"];
  return (
    typeof file === "string" &&
    /(?:^|[\\/])hook\.[cm]?js$/.test(file) &&
    host === HOST &&
    typeof event === "string" &&
    event in MOMENTS
  );
}

/** Null where a server of that name is there already that is not ours; it is left alone. */
export function withServer(path: string, text: string, programs: Programs): string | null {
  const server = serversOf(path, text)[SERVER];
  if (server !== undefined) return null;
  return withValue(text, ["mcpServers", SERVER], {
    type: "stdio",
    command: programs.mcpCommand,
    args: [...programs.mcpArgs],
    env: { TACIT_HOME: programs.home },
  });
}

/** `was` as above. */
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
