/** Reads transcripts of agent programs as host-neutral events. Hooks use the same parsers for live payloads. */

export { clipMiddle, typedText, unquotedPrompt, withoutInjected } from "./events/clean-text.ts";
export { type CommitOutput, parseCommitOutput } from "./events/commit-output.ts";
export { pathInSession } from "./events/session-paths.ts";
export { shellFiles, unwrapShell } from "./events/shell-command.ts";
export { parseTestSummary, type TestSummary } from "./events/test-summary.ts";
export { describeTool, neutralTool, placedInput, type ToolUse } from "./events/tool-names.ts";
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
  piAgentHome,
  placeOf,
  qwenHome,
  type UserContext,
} from "./find/agent-homes.ts";
export { type FoundTranscript, findTranscripts } from "./find/find-transcripts.ts";
export { newestTranscriptMs } from "./find/newest-transcript.ts";
export { findProjectTranscripts } from "./find/project-transcripts.ts";
export { findRepositoryTranscripts } from "./find/repository-transcripts.ts";
export { type ClineUse, clineUses } from "./formats/cline/cline-tools.ts";
export { type PiOutput, readPiOutput } from "./formats/pi/pi-output.ts";
export { sniffHost } from "./formats/sniff-host.ts";
export { isDatabase } from "./input/database-copy.ts";
export { type ReadOptions, readTranscript } from "./read-transcript.ts";
export type { ResumePoint } from "./resume/resume-point.schema.ts";
export { TranscriptError, type TranscriptErrorCode } from "./transcript-error.ts";
export {
  TRANSCRIPT_HOSTS,
  type TranscriptHost,
  type TranscriptProblem,
} from "./transcript-host.ts";
