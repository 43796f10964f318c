/** A host's payload in a project of its own, for tests: what is read out of it, in short. */
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
  /** Without what every event carries. */
  readonly events: readonly object[];
}

export interface Moments {
  /** `{project}` in a text of the payload is the project's folder. Null: it is not listened to. */
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
