/**
 * The official programs that test the server, with pinned versions: the inspector, and two versions of the conformance suite.
 */
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

/** The latest release: supports protocols up to 2025-11-25. */
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

/** The only version that supports 2026-07-28; it also checks sessions and the format of every message. */
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
