/** Limits of a server on loopback: connections, sizes and times. */

export const LOOPBACK = {
  /** Maximum bytes of a request body: DEFAULT_MAX_REQUEST_BODY_SIZE of the MCP SDK. */
  maxBodyBytes: 4 * 1024 * 1024,
  /** Maximum open connections. A browser opens six to one server, an agent a few. */
  maxConnections: 256,
  /** Seconds within which a request must have arrived. 4 MiB over loopback take milliseconds. */
  requestSeconds: 30,
  /** Milliseconds that running calls get at shutdown. Hosts kill the process after three seconds. */
  graceMs: 2000,
  /** Milliseconds between checks that the parent process is alive: the longest life of an orphan. */
  parentCheckMs: 500,
} as const;
