/** Defines allowed imports. This table is the architecture; ARCHITECTURE.md shows it, layers.test.ts enforces it. */

/**
 * The areas of packages/memory/src, from the top down. An area may import every area of a lower row, and no other area of its own
 * row. `lazy-store`, `open` and `workspace` are files beside the folders, as is `index`, which only exports.
 */
export const AREAS = [
  ["index"],
  ["lazy-store"],
  ["open"],
  ["brief", "exchange", "code", "report", "admin"],
  ["curate"],
  ["learn", "recall"],
  ["search", "capture", "anchors"],
  ["workspace"],
  ["store", "config"],
  ["domain"],
];

/** Areas that are single files. */
export const AREA_FILES = ["index", "lazy-store", "open", "workspace"];

/** Code that only tests and benches import. */
export const TEST_AREA = "testing";

/**
 * Steps of learning: they pass data through the store or through the use case that calls them, and never import each other.
 */
export const STEPS = ["learn/detect", "learn/propose", "learn/promote", "learn/synthesize"];

/** Allowed imports between workspaces. */
export const WORKSPACES = {
  "packages/files": [],
  "packages/git": [],
  "packages/loopback": [],
  "packages/protocol": [],
  "packages/redact": [],
  "packages/sqlite": ["packages/files"],
  "packages/project": ["packages/files", "packages/git"],
  "packages/codegraph": ["packages/files", "packages/git", "packages/sqlite"],
  "packages/transcripts": ["packages/files", "packages/protocol", "packages/sqlite"],
  "packages/encoder": ["packages/files"],
  "packages/memory": [
    "packages/codegraph",
    "packages/encoder",
    "packages/files",
    "packages/git",
    "packages/project",
    "packages/protocol",
    "packages/redact",
    "packages/sqlite",
    "packages/transcripts",
  ],
  "hosts/mcp": ["packages/loopback", "packages/memory", "packages/protocol"],
  "hosts/panel": ["packages/loopback", "packages/memory", "packages/protocol"],
  "hosts/hooks": ["packages/files", "packages/memory", "packages/protocol", "packages/transcripts"],
  "apps/cli": [
    "packages/files",
    "packages/memory",
    "packages/protocol",
    "packages/sqlite",
    "packages/transcripts",
    "hosts/mcp",
    "hosts/panel",
    "hosts/hooks",
  ],
  "apps/panel": ["packages/protocol"],
};

/** Packages that only these areas of the library may import. */
export const PACKAGE_USERS = {
  "packages/codegraph": ["anchors", "code", "recall", "index"],
  "packages/encoder": ["admin", "recall", "search"],
  "packages/git": ["anchors", "capture", "exchange", "recall"],
  "packages/transcripts": ["capture"],
};

/** Maximum source files of a folder, so that a reader can grasp it at once. */
export const MAX_SOURCES = 20;

export const LIBRARY = "packages/memory/src";
