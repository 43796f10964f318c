/** For tests: decodes a host's payload in its own project and returns a short form of the result. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveProjectSync } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import type { Ask, Env, Host } from "./host.ts";

export const PROJECT_PATH = "{project}";

interface Shown {
  readonly ledger: string;
  readonly ask: Ask | null;
  /** Events without the fields that every event has. */
  readonly events: readonly object[];
}

export interface Moments {
  /** Decodes a payload, in which `{project}` stands for the project's folder. Null if the event is ignored. */
  readonly read: (event: string, payload: object, env?: Env) => Shown | null;
  readonly keys: (event: string, payload: object) => readonly (string | undefined)[];
  readonly remove: () => void;
}

export function momentsOf(host: Host): Moments {
  const folder = mkdtempSync(join(tmpdir(), "tacit-moments-"));
  const place = resolveProjectSync(folder);
  const decode = (event: string, payload: object, env?: Env) => {
    const text = JSON.stringify(payload).replaceAll(
      PROJECT_PATH,
      place.root.replaceAll("\\", "\\\\"),
    );
    return host.decode(event, JSON.parse(text), place, Date.parse("2026-11-21T10:00:00Z"), env);
  };
  return {
    read: (event, payload, env) => {
      const call = decode(event, payload, env);
      if (call === null) return null;
      return { ledger: call.ledger, ask: call.ask, events: call.events.map(withoutEnvelope) };
    },
    keys: (event, payload) => (decode(event, payload)?.events ?? []).map(({ key }) => key),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function withoutEnvelope(event: Event): object {
  const { v: _v, session: _session, ts: _ts, key: _key, cwd: _cwd, ...rest } = event;
  return rest;
}
