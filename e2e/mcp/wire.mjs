/** Messages for the probes of both transports. */

export const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
export const MODERN = "2026-07-28";

export const initialize = (version, id = 0) => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: "raw-probe", version: "0" },
  },
});

export const call = (id, method, params = {}) => ({ jsonrpc: "2.0", id, method, params });

export const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

/** Fields that the 2026-07-28 protocol requires in every request. */
export const ENVELOPE = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": { name: "raw-probe", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};
