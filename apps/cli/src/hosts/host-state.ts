/**
 * State of each agent host: whether it is connected, when it last sent an event, and whether it is silent although it is in
 * use. A hook that does not fire reports nothing, but the host still writes transcripts.
 */
import { connectedAtMs } from "@tacit-memory/hooks";
import { formatAge, type Status } from "@tacit-memory/memory";
import { newestTranscriptMs } from "@tacit-memory/transcripts";
import type { CommandContext } from "../command-context.ts";
import { iso } from "../output/memory-json.ts";
import { connectRequest, type HostConnection, hostConnections } from "./connection.ts";

const HOST_STANDING = {
  /** Minutes of new transcripts without a hook event, after which a connected host needs a restart. */
  unheardMinutes: 10,
  /** Hours by which transcripts may be newer than the last hook event. Longer than any single tool call. */
  quietHours: 24,
} as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export interface HostState {
  readonly name: string;
  readonly isConnected: boolean;
  /** Whether its hooks send events; otherwise it only queries our MCP server. */
  readonly hasHooks: boolean;
  /** When its hooks last sent an event, in any project; null for never. */
  readonly lastEventAt: string | null;
  /** When one of its sessions was last shown anything, in any project; null for never. */
  readonly lastShownAt: string | null;
  /** When it last wrote a transcript, in any project; null if unknown. */
  readonly lastTranscriptAt: string | null;
  /** Warning that its hooks have not fired although it is in use, with the evidence and what to do; null if all is well. */
  readonly warning: string | null;
  readonly stillToDo: string | null;
}

/** What does not work, with the evidence. */
type HostProblem =
  | { readonly code: "programs_missing"; readonly programs: readonly string[] }
  /** Its hooks have not fired although it is in use. Never heard of: null. */
  | { readonly code: "silent"; readonly heardAtMs: number | null; readonly wroteAtMs: number };

export interface ObservedHost {
  readonly state: HostState;
  readonly problem: HostProblem | null;
}

/** Returns the state of the hosts on this machine and those with a registration. */
export async function hostStates(
  context: CommandContext,
  status: Pick<Status, "heard" | "project">,
): Promise<HostState[]> {
  const observed = await observedHosts(context, status, hostConnections(context));
  return observed.map(({ state }) => state);
}

export function observedHosts(
  context: CommandContext,
  { heard, project }: Pick<Status, "heard" | "project">,
  connections: readonly HostConnection[],
): Promise<ObservedHost[]> {
  const reportsByAgent = new Map(heard.map((agentHeard) => [agentHeard.agent, agentHeard]));
  const here = connections.filter(({ isFound, isConnected }) => isFound || isConnected);
  // If nothing is captured, silence means nothing.
  const isCapturing = project.mode !== "incognito";
  return Promise.all(
    here.map((hostConnection) => stateOf(hostConnection, reportsByAgent, isCapturing, context)),
  );
}

async function stateOf(
  { host, isConnected, isCurrent, missing }: HostConnection,
  lastEvents: ReadonlyMap<string, Status["heard"][number]>,
  isCapturing: boolean,
  context: CommandContext,
): Promise<ObservedHost> {
  const { name, stillToDo } = host;
  const hasHooks = host.isServerOnly !== true;
  const { lastEventAtMs: heardAtMs = null, lastShownAtMs = null } = lastEvents.get(name) ?? {};
  const request = connectRequest(context);
  const wroteAtMs = isConnected && hasHooks ? await newestTranscriptMs(name, request) : null;
  const since = { heardAtMs, wroteAtMs, connectedAtMs: connectedAtMs(request, host) };
  const problem = missing.length > 0 ? missingOf(missing) : isCapturing ? silenceOf(since) : null;
  const state = {
    name,
    isConnected,
    hasHooks,
    lastEventAt: heardAtMs === null ? null : iso(heardAtMs),
    lastShownAt: lastShownAtMs === null ? null : iso(lastShownAtMs),
    lastTranscriptAt: wroteAtMs === null ? null : iso(wroteAtMs),
    warning: problem === null ? null : problemText(name, problem, context.machine.nowMs()),
    stillToDo: isConnected && isCurrent ? stillToDo : `tacit connect ${name}`,
  };
  return { state, problem };
}

function missingOf(programs: readonly string[]): HostProblem {
  return { code: "programs_missing", programs };
}

interface Since {
  readonly heardAtMs: number | null;
  readonly wroteAtMs: number | null;
  /** Null if no receipt states it. */
  readonly connectedAtMs: number | null;
}

function isSilent({ heardAtMs, wroteAtMs, connectedAtMs }: Since): boolean {
  if (wroteAtMs === null) return false;
  // If it was connected again since, earlier events say nothing about these hooks.
  if (heardAtMs !== null && heardAtMs >= (connectedAtMs ?? 0))
    return wroteAtMs - heardAtMs > HOST_STANDING.quietHours * HOUR_MS;
  const fromMs = connectedAtMs ?? heardAtMs;
  return fromMs !== null && wroteAtMs - fromMs > HOST_STANDING.unheardMinutes * MINUTE_MS;
}

function silenceOf(since: Since): HostProblem | null {
  const { heardAtMs, wroteAtMs } = since;
  return wroteAtMs !== null && isSilent(since) ? { code: "silent", heardAtMs, wroteAtMs } : null;
}

function problemText(name: string, problem: HostProblem, nowMs: number): string | null {
  if (problem.code === "programs_missing") return missingText(problem.programs);
  const { heardAtMs, wroteAtMs } = problem;
  const wrote = formatAge(wroteAtMs, nowMs);
  const lastEvent = heardAtMs === null ? "never" : `last ${formatAge(heardAtMs, nowMs)}`;
  return `no events from its hooks (${lastEvent}), but it wrote a transcript ${wrote}: restart ${name}; for details, run \`tacit doctor\``;
}

/** Describes missing programs. A hook without its program exits 0 silently, so this is where a person learns of it. */
export function missingText(missing: readonly string[]): string | null {
  if (missing.length === 0) return null;
  return `its program is missing (${missing.join(", ")}): to install it again, run \`tacit connect\``;
}

/** Returns one line of `tacit status`. */
export function hostText(host: HostState, nowMs: number): string {
  const { name, isConnected, hasHooks, lastEventAt, lastShownAt, warning } = host;
  if (!isConnected) return `${name} (not connected)`;
  if (warning !== null) return `${name} (${warning})`;
  if (!hasHooks) return `${name} (connected; MCP only)`;
  if (lastEventAt === null) return `${name} (no events yet; start a new session)`;
  const age = (at: string | null) => (at === null ? "never" : formatAge(Date.parse(at), nowMs));
  return `${name} (last event ${age(lastEventAt)}, last memory shown ${age(lastShownAt)})`;
}
