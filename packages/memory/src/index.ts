/** The public surface of the library. */

export type {
  CodeModule,
  CompilerNews,
  ExportedEdge,
  FileNeighbour,
  IndexNews,
  Progress as CodeProgress,
  ReachedNode,
} from "@tacit-memory/codegraph";
export {
  homeFolder,
  identityOfStored,
  MODES,
  type Mode,
  type Project,
  type ProjectIdentity,
  readModeMarker,
  relativeToProject,
  userHomeFolder,
} from "@tacit-memory/project";
export { isIgnoredPath, type RedactOptions, redact, secretValuesOf } from "@tacit-memory/redact";
export { hasCredentials, withoutCredentials } from "@tacit-memory/sqlite";
export type { DayActivity } from "./admin/activity.ts";
export type { StoreChanges, StoreMark } from "./admin/changes-since.ts";
export type { ChosenModels } from "./admin/chosen-models.ts";
export type { Embedded } from "./admin/embed-all.ts";
export type { Check } from "./admin/examine.ts";
export type { Checked, ListedModel, ModelRequest } from "./admin/models.ts";
export type { ListedReranker, RerankerCheck, RerankerRequest } from "./admin/rerankers.ts";
export type { Status } from "./admin/status.ts";
export { noteText, type StatusNote } from "./admin/status-notes.ts";
export type { WritingCondition } from "./admin/writers.ts";
export { verdictWords } from "./anchors/freshness/anchor-words.ts";
export {
  RELATION_KINDS,
  type RelationKind,
  relationToTarget,
  relationWords,
} from "./anchors/link/relations.ts";
export { type ContextBlock, formatAge } from "./brief/block.ts";
export { digest } from "./capture/digest.ts";
export { gitIgnoreReader } from "./capture/git-ignored.ts";
export { type OwnPrivacy, readOwnPrivacy } from "./capture/own-privacy.ts";
export { appendToSpool, type SpoolLine } from "./capture/spool.ts";
export type {
  MissingFolderReport,
  TranscriptProblemAt,
  TranscriptsProgress,
  TranscriptsReport,
  TranscriptsRequest,
  TranscriptToImport,
} from "./capture/transcripts/import-transcripts.ts";
export type { MatchingProject } from "./capture/transcripts/matching-project.ts";
export type { RepositoryTranscripts } from "./capture/transcripts/repository-transcripts.ts";
export { mayTrigger } from "./capture/trigger-marker.ts";
export type { CodeAnswer, ImpactAnswer, Omission } from "./code/ask-impact.ts";
export type { CodeFile, FileAsked, MemoryOnFile } from "./code/browse-file.ts";
export type { FilesAsked } from "./code/browse-modules.ts";
export type { BrokenUse } from "./code/gone-names.ts";
export type { GraphLink, GraphPlace } from "./code/graph-around.ts";
export type { CodeSymbol, IndexReport } from "./code/project-code.ts";
export type { RelatedFile } from "./code/related.ts";
export type { LabelledPlace } from "./code/relations.ts";
export type { ShownPlace, ShownSymbol } from "./code/show-symbol.ts";
export type { UnknownUses } from "./code/unknown-uses.ts";
export type { PlacedNode } from "./code/use-lines.ts";
export { setOption, unsetOption } from "./config/change-config.ts";
export {
  CONFIG_FILE,
  type Layers,
  layersFor,
  readUserConfig,
  type UserConfig,
  unreadRules,
} from "./config/config-files.ts";
export {
  configuredEnv,
  configuredForHome,
  isStronger,
  type OptionSource,
  problemsInEnv,
  type ResolvedOption,
  resolveOption,
} from "./config/configured.ts";
export type { Correction } from "./curate/correct-memory.ts";
export type { ShownProposal } from "./curate/dream/decide-proposal.ts";
export type { DreamReport } from "./curate/dream/dream.ts";
export type { Forgotten, ToForget } from "./curate/forget-selected.ts";
export type { MemoryStory, Remembered } from "./curate/memories.ts";
export { VERDICTS, type Verdict } from "./curate/revise/feedback.ts";
export { type Procedure, procedureOf } from "./curate/revise/procedure.ts";
export type { ForgetFilter, SessionToForget } from "./curate/select-to-forget.ts";
export type { Teaching } from "./curate/teaching.ts";
export type { Undone } from "./curate/undo/undo.ts";
export type { AnchorVerdict } from "./domain/anchors/anchor.ts";
export type { BranchState, StageVerdict } from "./domain/anchors/stage.ts";
export { READERS, type Reader } from "./domain/audience.ts";
export {
  type Candidate,
  REJECTIONS,
  type Rejection,
  waitsForPerson,
} from "./domain/candidate.ts";
export type { Proposal, ProposalKind } from "./domain/changes/proposal.ts";
export type { UndoEntry } from "./domain/changes/undo-entry.ts";
export { effectiveConfidence } from "./domain/confidence.ts";
export { AGENT_NOTE_TAG } from "./domain/draft.ts";
export { ERRORS, type ErrorCode, MemoryError } from "./domain/errors.ts";
export type {
  CodeState,
  Explanation,
  GateVerdict,
  Hit,
  PathName,
  Reranked,
  Silence,
} from "./domain/hit.ts";
export { isIdLike, shortId } from "./domain/ids.ts";
export {
  COMMON_TYPES,
  type Evidence,
  type Freshness,
  isMemoryType,
  isValidAt,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  PHASES,
  type Phase,
  RULE_FILE_TAG,
  SCOPES,
  type Scope,
  type Source,
  type TrustLevel,
  VISIBILITIES,
  type Visibility,
} from "./domain/memory.ts";
export {
  type Env,
  envValueOf,
  isEnabled,
  isOptionName,
  mayAsk,
  OPTION_NAMES,
  OPTIONS,
  type OptionName,
  type OptionSpec,
  parseOption,
  quotedValue,
  specOf,
  storeChosenIn,
} from "./domain/options.ts";
export {
  readSentence,
  sentenceOf,
} from "./domain/sentences/sentences.ts";
export { learnedFromOf } from "./domain/session/learned-from.ts";
export {
  isPassageId,
  type Passage,
  passageFlags,
  shortPassageId,
} from "./domain/session/passage.ts";
export type { Signal } from "./domain/signal.ts";
export type { TacitOptions } from "./domain/tacit-options.ts";
export { grouped, wordOfFact } from "./domain/text/grouped.ts";
export { INJECTED_TAG, stripInjected } from "./domain/text/injected-text.ts";
export { neutral } from "./domain/text/neutral.ts";
export { frame, quoteBlock, quoteLine } from "./domain/text/quote.ts";
export { beginning } from "./domain/text/text.ts";
export { isSmallTalk } from "./domain/text/turn.ts";
export { type AgentReader, isVisibleTo } from "./domain/visibility.ts";
export type { ArchiveReport } from "./exchange/archive.ts";
export { type AuditReport, type AuditRequest, auditStore } from "./exchange/audit/audit-store.ts";
export type { HistoryReport } from "./exchange/import-history.ts";
export type { RuleOutcome, RulesReport, RulesRequest } from "./exchange/import-rules.ts";
export type { StoreImport, StoreReport } from "./exchange/import-store.ts";
export type { MarkdownReport } from "./exchange/markdown/import-markdown.ts";
export type { MemoryFile } from "./exchange/markdown/memory-files.ts";
export { isShareable } from "./exchange/markdown/shareable.ts";
export { TOPIC_FOLDER, TOPICS } from "./exchange/markdown/topics.ts";
export { currentMemories, headingOf, writeMarkdown } from "./exchange/markdown/write-markdown.ts";
export { OWN_BLOCK } from "./exchange/rules/own-block.ts";
export type { SkillsReport } from "./exchange/skills/import-skills.ts";
export { STORE_KINDS, type StoreKind } from "./exchange/stores/foreign-memory.ts";
export { type FoundStore, knownStores } from "./exchange/stores/known-places.ts";
export type { StoreRequest } from "./exchange/stores/locate-store.ts";
export type { Export, ImportReport } from "./exchange/transfer.ts";
export { type LazyStore, lazyStore } from "./lazy-store.ts";
export { DROPS } from "./learn/checks/check-statement.ts";
export { lessonOf } from "./learn/checks/lesson-signals.ts";
export type { OutsideOrigin } from "./learn/detect/outside-text.ts";
export type { Learned } from "./learn/learn-session.ts";
export type { Admission } from "./learn/promote/admit.ts";
export type { Resumption } from "./learn/resume.ts";
export type { ModuleStatistics } from "./learn/synthesize/module-statistics.ts";
export type {
  PlannedSession,
  WritingRequest,
  WrittenSession,
} from "./learn/writing/write-lessons.ts";
export { openTacit, type Tacit } from "./open.ts";
export { type QuestionRequest, type Recalled, SEARCHED } from "./recall/answer-question.ts";
export { learnedBetween, momentOf, validBetween } from "./recall/asked/time-range.ts";
export type { QuestionAnswer } from "./recall/merge-answers.ts";
export { excerptOf } from "./recall/passages/excerpt.ts";
export type { PassageHit } from "./recall/passages/passage-hit.ts";
export type { Prefetched } from "./recall/prefetch/prefetched.ts";
export type { NextRequest, PrefetchRequest } from "./recall/prefetch-files.ts";
export type { PassageInContext } from "./recall/read-passages.ts";
export type { FixedError, SessionError } from "./report/errors.ts";
export type { LearnedMemory } from "./report/learned.ts";
export {
  type KindCounts,
  type Picture,
  STEP_KINDS,
  type StepKind,
  type Stretch,
  type Turn,
} from "./report/path.ts";
export { type Planning, type PlanningRequest, planningLines } from "./report/planning.ts";
export type { ReportedFile } from "./report/report-parts.ts";
export type { ListedSession, SessionReport } from "./report/session-report.ts";
export type { ShownMemories } from "./report/shown.ts";
export { byWorth } from "./report/worth.ts";
export { WIRE } from "./search/models/limits.ts";
export type { BackupFile } from "./store/backups/backup-files.ts";
export type { SavedTable } from "./store/backups/copy-rows.ts";
export {
  type RestoreReport,
  type RestoreRequest,
  type RestoreStep,
  restoreStore,
} from "./store/backups/restore.ts";
export { flaggedBecause } from "./store/memories/review-entries.ts";
export type { MemoryStatistics, NamedCount } from "./store/memories/statistics.ts";
export { reportFileIn } from "./store/report-files.ts";
export { makeHomeFolder, resolveProjectSync } from "./store/resolve-project.ts";
export type { Gap } from "./store/sessions/gaps.ts";
export { momentAt } from "./workspace.ts";
