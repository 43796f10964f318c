/** Moment of another host, translated into the terms of Claude Code's hooks. */
import type { ProjectIdentity } from "@tacit-memory/memory";
import type { Ask, HookCall, Payload } from "../host.ts";
import { readMoment } from "./read-moment.ts";

export interface HostMoment {
  /** Claude Code's name of the event; an event without one is ignored. */
  readonly event: string;
  /** Additional fields of the payload, under Claude Code's names. */
  readonly payload: Payload;
  readonly ask: (call: HookCall) => Ask | null;
}

export const asRead = ({ ask }: HookCall): Ask | null => ask;
export const nothing = (): null => null;

/** Reads a moment. `base` contains the fields of every payload of this host, under Claude Code's names. */
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
