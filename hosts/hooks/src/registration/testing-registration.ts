/** Helpers for registration tests: a new user home for each request, and the paths of our programs. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFolder } from "@tacit-memory/memory";
import * as fc from "fast-check";
import { expect } from "vitest";
import { applyPlan } from "./apply-plan.ts";
import { configBackups, planConnect, planDisconnect } from "./plan.ts";
import type { ConnectRequest, RegisteredHost } from "./registered-host.ts";

export interface TestHomes {
  /** Returns a request. Each home has a blank in its path; our programs have a quote in theirs. */
  readonly request: () => ConnectRequest;
  readonly remove: () => void;
}

export function testHomes(): TestHomes {
  const ground = mkdtempSync(join(tmpdir(), "tacit-registration-"));
  let homes = 0;
  return {
    request: () => {
      const userHome = join(ground, `home ${++homes}`);
      mkdirSync(userHome);
      return {
        userHome,
        env: {},
        home: homeFolder({}, process.platform, userHome),
        nodePath: "/opt/node/bin/node",
        hookPath: "/opt/it's tacit/dist/hook.cjs",
        mcpCommand: "/opt/node/bin/node",
        mcpArgs: ["/opt/it's tacit/bin/tacit.mjs", "mcp"],
      };
    },
    remove: () => rmSync(ground, { recursive: true, force: true, maxRetries: 3 }),
  };
}

export interface HostRequest extends ConnectRequest {
  readonly host: RegisteredHost;
}

export function connect(at: HostRequest): void {
  applyPlan(planConnect(at, [at.host]), configBackups(at.home));
}

export function disconnect(at: HostRequest): void {
  applyPlan(planDisconnect(at, [at.host]), configBackups(at.home));
}

/** Any settings without the key `__proto__`, which comparing values would take for a prototype. */
export const anyObject = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  .filter((value) => !JSON.stringify(value).includes('"__proto__"'));

/**
 * Expects that connecting twice equals connecting once and that disconnecting restores the bytes. `bytes` returns those of
 * the host's files.
 */
export function expectRoundTrip<At extends HostRequest>(at: At, bytes: (at: At) => unknown): void {
  const old = bytes(at);
  connect(at);
  expect(bytes(at)).not.toEqual(old);
  expect(planConnect(at, [at.host]).files).toEqual([]);
  disconnect(at);
  expect(bytes(at)).toEqual(old);
  expect(planDisconnect(at, [at.host]).files).toEqual([]);
}
