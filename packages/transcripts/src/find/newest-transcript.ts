/**
 * When did an agent program last write a transcript, of whatever project? Asked by what must be quick: only times of
 * files are looked at, the folders that changed last first, and no more of them than a look may cost.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  claudeHome,
  clineSessions,
  codexHome,
  copilotHome,
  geminiHome,
  type Place,
  piAgentHome,
  qwenHome,
} from "./agent-homes.ts";

/** About 50 ms where nothing of it is cached. */
const MOST_LOOKED_AT = 4000;
const DEEPEST = 5;

interface Kept {
  readonly folder: (place: Place) => string;
  readonly name: RegExp;
}

/** Those that write a file while they talk to somebody, and only then. */
const KEPT: Readonly<Record<string, Kept>> = {
  "claude-code": { folder: (place) => join(claudeHome(place), "projects"), name: /\.jsonl$/ },
  codex: { folder: (place) => join(codexHome(place), "sessions"), name: /^rollout-.*\.jsonl$/ },
  gemini: { folder: (place) => join(geminiHome(place), "tmp"), name: /^session-.*\.jsonl?$/ },
  qwen: { folder: (place) => join(qwenHome(place), "projects"), name: /\.jsonl$/ },
  copilot: {
    folder: (place) => join(copilotHome(place), "session-state"),
    name: /^events\.jsonl$/,
  },
  cline: { folder: clineSessions, name: /\.messages\.json$/ },
  pi: { folder: (place) => join(piAgentHome(place), "sessions"), name: /\.jsonl$/ },
};

/** In milliseconds since 1970; null where there is none, or where the program's are not known. */
export async function newestTranscriptMs(host: string, place: Place): Promise<number | null> {
  const kept = KEPT[host];
  if (kept === undefined) return null;
  const look = { left: MOST_LOOKED_AT, newestMs: 0 };
  await lookInto(kept.folder(place), kept.name, 0, look);
  return look.newestMs === 0 ? null : look.newestMs;
}

async function lookInto(
  folder: string,
  name: RegExp,
  depth: number,
  look: { left: number; newestMs: number },
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const folders: { readonly path: string; readonly changedMs: number }[] = [];
  // Where names tell days, the last are the newest.
  for (const each of names.sort().reverse()) {
    if (look.left-- <= 0) break;
    const path = join(folder, each);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) folders.push({ path, changedMs: found.mtimeMs });
    if (found?.isFile() === true && name.test(each))
      look.newestMs = Math.max(look.newestMs, found.mtimeMs);
  }
  if (depth === DEEPEST) return;
  for (const { path } of folders.sort((a, b) => b.changedMs - a.changedMs))
    if (look.left > 0) await lookInto(path, name, depth + 1, look);
}
