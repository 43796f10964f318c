/** Numbers of the MCP server over HTTP: what one client may take, and how long what it left is kept. */
import type { Tunable } from "@tacit-memory/memory";

export const MCP_HTTP = {
  maxBodyBytes: {
    value: 4 * 1024 * 1024,
    unit: "bytes of a request",
    range: [65_536, 67_108_864],
    source: { kind: "engine", ref: "DEFAULT_MAX_REQUEST_BODY_SIZE of the MCP SDK" },
  },
  maxConnections: {
    value: 256,
    unit: "connections",
    range: [16, 4096],
    source: {
      kind: "guess",
      ref: "four a session of maxSessions; a host that runs out of them would settle it",
    },
  },
  requestSeconds: {
    value: 30,
    unit: "seconds until a request has arrived",
    range: [5, 300],
    source: {
      kind: "guess",
      ref: "4 MiB over loopback take milliseconds; a slow tunnel would settle it",
    },
  },
  maxSessions: {
    value: 64,
    unit: "sessions of clients that initialise",
    range: [4, 1024],
    source: {
      kind: "guess",
      ref: "60 of them took 0.6 MB; more agents than this on one machine would settle it",
    },
  },
  idleMinutes: {
    value: 60,
    unit: "minutes without a request or an open stream",
    range: [5, 1440],
    source: {
      kind: "guess",
      ref: "an agent that waits for its user; a session that ended begins anew",
    },
  },
  maxSubscriptions: {
    value: 64,
    unit: "open subscriptions of clients that do not initialise",
    range: [4, 1024],
    source: { kind: "guess", ref: "as maxSessions" },
  },
  replayEvents: {
    value: 256,
    unit: "events kept a session for a client that lost its connection",
    range: [16, 4096],
    source: { kind: "guess", ref: "a call has one answer; more calls under way than any host has" },
  },
  replayBytes: {
    value: 1024 * 1024,
    unit: "bytes of such events a session",
    range: [65_536, 16_777_216],
    source: { kind: "guess", ref: "forty of the longest answers `get` gives" },
  },
  graceMs: {
    value: 2000,
    unit: "ms for calls under way, once told to end",
    range: [100, 10_000],
    source: { kind: "design", ref: "hosts kill after three seconds; as over stdio" },
  },
  parentCheckMs: {
    value: 500,
    unit: "ms between two looks whether the process that started this one is there",
    range: [50, 10_000],
    source: { kind: "guess", ref: "one system call; how long an orphan may live" },
  },
} as const satisfies Record<string, Tunable>;
