/** Who may import whom. This table is the architecture; ARCHITECTURE.md shows it, layers.test.ts enforces it. */

/**
 * Inside packages/memory/src: first what a life needs, then the life in its order, then what serves the
 * whole. `domain` is always allowed; files beside the folders (engine.ts) may import every one of them.
 */
export const FOLDERS = {
  domain: [],
  store: [],
  indexes: [],
  models: [],
  encoders: ["models"],
  observe: ["store"],
  capture: ["store"],
  detect: ["store"],
  propose: ["store", "encoders"],
  promote: ["store"],
  synthesize: ["store"],
  embed: ["store", "models", "encoders", "indexes"],
  link: ["store"],
  branches: ["store"],
  recall: ["store", "encoders", "indexes"],
  rerank: ["store", "models", "encoders"],
  prefetch: ["store", "indexes"],
  brief: [],
  report: ["store", "detect"],
  revise: ["store"],
  decay: ["store"],
  import: ["store"],
  learn: ["store", "models", "detect", "import"],
  audit: [],
};

/** Between workspaces. */
export const WORKSPACES = {
  "packages/files": [],
  "packages/git": [],
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
  "hosts/mcp": ["packages/memory", "packages/protocol"],
  "hosts/hooks": ["packages/files", "packages/memory", "packages/protocol", "packages/transcripts"],
  "apps/cli": [
    "packages/files",
    "packages/memory",
    "packages/protocol",
    "packages/sqlite",
    "packages/transcripts",
    "hosts/mcp",
    "hosts/hooks",
  ],
};

/** Packages that only these folders of the library may import. Files beside the folders may import every one. */
export const PACKAGE_USERS = {
  "packages/codegraph": ["link"],
  "packages/encoder": ["embed", "encoders", "indexes", "recall", "rerank"],
  "packages/git": ["branches", "capture", "import", "prefetch", "recall"],
  "packages/project": ["branches", "capture", "domain", "observe", "promote", "report", "store"],
  "packages/redact": ["audit", "import", "observe", "promote"],
  "packages/transcripts": ["capture"],
};

/** Packages that hold at most 20 source files in a folder. */
export const SMALL_FOLDERS = [
  "packages/codegraph",
  "packages/encoder",
  "packages/files",
  "packages/git",
  "packages/project",
  "packages/redact",
  "packages/sqlite",
  "packages/transcripts",
];

export const LIBRARY = "packages/memory/src";
