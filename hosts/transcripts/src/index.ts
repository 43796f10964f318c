/** Transcripts of agent programs on disk → host-neutral events, and what live hooks share with that. */

export { removeLeftCopies } from "@tacit-memory/sqlite";
export {
  claudeHome,
  clineData,
  clineHome,
  clineSessions,
  codexHome,
  copilotHome,
  type Env,
  editorUserFolder,
  geminiHome,
  type Place,
  piAgentHome,
  placeOf,
  qwenHome,
} from "./agent-homes.ts";
export { clipMiddle, typedText, unquotedPrompt, withoutInjected } from "./clean-text.ts";
export { type ClineUse, clineUses } from "./cline-tools.ts";
export { type CommitOutput, parseCommitOutput } from "./commit-output.ts";
export { isDatabase } from "./database-copy.ts";
export { type FoundTranscript, findTranscripts } from "./find-transcripts.ts";
export { newestTranscriptMs } from "./newest-transcript.ts";
export { type PiOutput, readPiOutput } from "./pi-output.ts";
export { claudeProjectDir, findProjectTranscripts } from "./project-transcripts.ts";
export { type ReadOptions, readTranscript } from "./read-transcript.ts";
export { pathInSession } from "./session-paths.ts";
export { shellFiles, unwrapShell } from "./shell-command.ts";
export { sniffHost } from "./sniff-host.ts";
export { parseTestSummary, type TestSummary } from "./test-summary.ts";
export { describeTool, neutralTool, placedInput, type ToolUse } from "./tool-names.ts";
export {
  TRANSCRIPT_HOSTS,
  type TranscriptHost,
  type TranscriptProblem,
} from "./transcript-host.ts";
export type { TranscriptPlace } from "./transcript-place.schema.ts";
