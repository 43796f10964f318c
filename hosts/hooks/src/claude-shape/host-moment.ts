/** One of a host's own moments, told in the words of Claude Code's hooks. */
import type { ProjectIdentity } from "@tacit-memory/memory";
import type { Ask, HookCall, Payload } from "../host.ts";
import { readMoment } from "./read-moment.ts";

export interface HostMoment {
  /** Claude Code's name of it; one that it does not have is not listened to. */
  readonly event: string;
  /** What its payload says besides, in Claude Code's words. */
  readonly payload: Payload;
  readonly ask: (call: HookCall) => Ask | null;
}

export const asRead = ({ ask }: HookCall): Ask | null => ask;
export const nothing = (): null => null;

/** `told`: what every payload of this host says, in Claude Code's words. */
export function readHostMoment(
  agent: string,
  moment: HostMoment | undefined,
  base: Payload,
  place: ProjectIdentity,
  nowMs: number,
): HookCall | null {
  if (moment === undefined) return null;
  const call = readMoment(agent, moment.event, { ...base, ...moment.payload }, place, nowMs);
  return call === null ? null : { ...call, ask: moment.ask(call) };
}
