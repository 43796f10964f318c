/** Limits of the MCP server over HTTP: sessions and what is stored for them. Those of connections are in packages/loopback. */

export const MCP_HTTP = {
  /** Sessions of clients that initialise. 60 of them take 0.6 MB. */
  maxSessions: 64,
  /** Minutes without a request or an open stream, after which a session ends. A client can start a new one. */
  idleMinutes: 60,
  /** Open subscriptions of clients that do not initialise. Same limit as maxSessions. */
  maxSubscriptions: 64,
  /** Events stored per session for a client that lost its connection. A call has one answer. */
  replayEvents: 256,
  /** Bytes of these events per session: about forty of the longest answers of `get`. */
  replayBytes: 1024 * 1024,
} as const;
