/** Who may import whom. This table is the architecture; ARCHITECTURE.md shows it, layers.test.ts enforces it. */

/**
 * Inside packages/memory/src: first what a life needs, then the life in its order, then what serves the
 * whole. `domain` is always allowed; files beside the folders (engine.ts) may import every one of them.
 */
export const FOLDERS = {
  domain: [],
  privacy: [],
  git: [],
  identity: ["git"],
  store: [],
  indexes: [],
  encoders: [],
  codegraph: ["store", "git"],
  observe: ["store", "privacy", "identity"],
  capture: ["store"],
  detect: ["store"],
  propose: ["store", "encoders"],
  promote: ["store", "privacy"],
  synthesize: ["store"],
  embed: ["store", "encoders", "indexes"],
  link: ["store", "codegraph"],
  branches: ["store", "identity", "git"],
  recall: ["store", "encoders", "codegraph", "indexes", "git"],
  rerank: ["store", "encoders"],
  prefetch: ["store", "indexes", "git"],
  brief: [],
  report: ["store", "detect", "identity"],
  revise: ["store"],
  decay: ["store"],
  import: ["store", "privacy", "git"],
  learn: ["store", "encoders", "rerank", "detect", "import"],
  audit: ["privacy"],
};

/** Between workspaces. */
export const WORKSPACES = {
  "packages/files": [],
  "packages/protocol": [],
  "packages/sqlite": ["packages/files"],
  "packages/memory": ["packages/files", "packages/protocol", "packages/sqlite"],
  "hosts/transcripts": ["packages/files", "packages/protocol", "packages/sqlite"],
  "hosts/mcp": ["packages/memory", "packages/protocol"],
  "hosts/hooks": ["packages/files", "packages/memory", "packages/protocol", "hosts/transcripts"],
  "apps/cli": [
    "packages/memory",
    "packages/protocol",
    "hosts/mcp",
    "hosts/hooks",
    "hosts/transcripts",
  ],
};

/** Packages that hold at most 20 source files in a folder. */
export const SMALL_FOLDERS = ["packages/sqlite"];

export const LIBRARY = "packages/memory/src";
