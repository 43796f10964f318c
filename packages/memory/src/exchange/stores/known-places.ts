/** Lists the existing stores of memory programs on this machine. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isFolder, namesIn } from "@tacit-memory/files";
import type { Env } from "../../domain/options.ts";
import type { StoreKind } from "./foreign-memory.ts";

export interface FoundStore {
  readonly kind: StoreKind;
  readonly path: string;
}

interface StoreSearch {
  readonly userHome: string;
  readonly env: Env;
  /** Root of the project. */
  readonly root: string;
  /** Tacit's own home folder. */
  readonly home: string;
}

/** Returns each store once, Tacit's own first. Environment variables of the programs may name other locations. */
export function knownStores({ userHome, env, root, home }: StoreSearch): FoundStore[] {
  const at = (variable: string, ...folder: readonly string[]) =>
    env[variable] || join(userHome, ...folder);
  const claude = at("CLAUDE_CONFIG_DIR", ".claude");
  const memoryFile = env["MEMORY_FILE_PATH"];
  const places: FoundStore[] = [
    { kind: "tacit", path: join(home, "memory.db") },
    { kind: "claude-mem", path: join(at("CLAUDE_MEM_DATA_DIR", ".claude-mem"), "claude-mem.db") },
    { kind: "engram", path: join(at("ENGRAM_DATA_DIR", ".engram"), "engram.db") },
    { kind: "agentmemory", path: at("STANDALONE_PERSIST_PATH", ".agentmemory", "standalone.json") },
    { kind: "mem0", path: join(userHome, ".mem0", "vector_store.db") },
    { kind: "mem0", path: join(at("MEM0_DIR", ".mem0"), "history.db") },
    { kind: "basic-memory", path: at("BASIC_MEMORY_HOME", "basic-memory") },
    { kind: "jcode", path: join(at("JCODE_HOME", ".jcode"), "memory") },
    { kind: "ade", path: join(root, ".ade", "ade.db") },
    { kind: "auto-claude", path: join(userHome, ".config", "aperant", "memory.db") },
    {
      kind: "auto-claude",
      path: join(userHome, "Library", "Application Support", "aperant", "memory.db"),
    },
    ...(env["APPDATA"]
      ? [{ kind: "auto-claude" as const, path: join(env["APPDATA"], "aperant", "memory.db") }]
      : []),
    ...(memoryFile === undefined ? [] : [{ kind: "memory-json" as const, path: memoryFile }]),
    { kind: "memory-json", path: join(root, "memory.json") },
    { kind: "memory-json", path: join(root, "memory.jsonl") },
    ...autoMemories(join(claude, "projects")),
  ];
  const seen = new Set<string>();
  return places.filter(({ path }) => {
    if (seen.has(path) || statSync(path, { throwIfNoEntry: false }) === undefined) return false;
    seen.add(path);
    return true;
  });
}

/** Returns Claude Code's own notes for each project that has some. */
function autoMemories(projects: string): FoundStore[] {
  return namesIn(projects)
    .sort()
    .flatMap((name) => {
      const path = join(projects, name, "memory");
      const hasNotes = isFolder(path) && readdirSync(path).some((file) => file.endsWith(".md"));
      return hasNotes ? [{ kind: "claude-memory" as const, path }] : [];
    });
}
