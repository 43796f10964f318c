/** Limits of the MCP server over HTTP: connections, sessions, sizes and times. */

export const MCP_HTTP = {
  /** Bytes of a request body: DEFAULT_MAX_REQUEST_BODY_SIZE of the MCP SDK. */
  maxBodyBytes: 4 * 1024 * 1024,
  /** Open connections: four for each of maxSessions. */
  maxConnections: 256,
  /** Seconds until a request has arrived. 4 MiB over loopback take milliseconds. */
  requestSeconds: 30,
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
  /** Milliseconds that running calls get at shutdown. Hosts kill the process after three seconds. */
  graceMs: 2000,
  /** Milliseconds between checks that the parent process is alive: the longest life of an orphan. */
  parentCheckMs: 500,
} as const;
