/** Where agents write a transcript per session: the folder, whose folders contain them too, and the names of the files. */
import { join } from "node:path";
import {
  claudeHome,
  clineSessions,
  codexHome,
  copilotHome,
  geminiHome,
  piAgentHome,
  qwenHome,
  type UserContext,
} from "./agent-homes.ts";

interface TranscriptPlace {
  readonly folder: (place: UserContext) => string;
  readonly name: RegExp;
}

export const TRANSCRIPT_PLACES = {
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
} as const satisfies Readonly<Record<string, TranscriptPlace>>;

/** Returns the place of an agent that writes transcripts during a session and at no other time. */
export function transcriptPlaceOf(host: string): TranscriptPlace | undefined {
  const places: Readonly<Record<string, TranscriptPlace>> = TRANSCRIPT_PLACES;
  return places[host];
}
