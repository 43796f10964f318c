/** The official programs a server is held against, pinned: the inspector, and the conformance suite twice. */
import { npmProgram } from "../hosts/npm-program.mjs";

/** @typedef {ReturnType<typeof npmProgram>} Program */

export const INSPECTOR = {
  title: "MCP inspector",
  size: "about 110 MB",
  program: npmProgram({
    folder: "mcp-inspector",
    name: "@modelcontextprotocol/inspector",
    version: "2.12.0",
    program: "mcp-inspector",
  }),
};

/** The last release: protocols up to 2025-11-25. */
export const CONFORMANCE = {
  title: "MCP conformance suite",
  size: "about 30 MB",
  program: npmProgram({
    folder: "mcp-conformance",
    name: "@modelcontextprotocol/conformance",
    version: "0.1.16",
    program: "conformance",
  }),
};

/** The only one that knows 2026-07-28; also the one that looks at sessions, and at every message's form. */
export const CONFORMANCE_NEXT = {
  title: "MCP conformance suite, next",
  size: "about 30 MB",
  program: npmProgram({
    folder: "mcp-conformance-next",
    name: "@modelcontextprotocol/conformance",
    version: "0.2.0-alpha.12",
    program: "conformance",
  }),
};

export const PROGRAMS = [INSPECTOR, CONFORMANCE, CONFORMANCE_NEXT];
