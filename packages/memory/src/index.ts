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
} from "@tacit-memory/project";
export { isIgnoredPath, type RedactOptions, redact, secretValuesOf } from "@tacit-memory/redact";
export { type ContextBlock, formatAge } from "./brief/block.ts";
export type {
  MissingFolderReport,
  TranscriptProblemAt,
  TranscriptsProgress,
  TranscriptsReport,
  TranscriptsRequest,
  TranscriptToImport,
} from "./capture/transcripts/import-transcripts.ts";
export type { MatchingProject } from "./capture/transcripts/matching-project.ts";
export { mayTrigger } from "./capture/trigger-marker.ts";
export type { AnchorVerdict } from "./domain/anchor.ts";
export { READERS, type Reader } from "./domain/audience.ts";
export { type Candidate, REJECTIONS, type Rejection } from "./domain/candidate.ts";
export { effectiveConfidence } from "./domain/confidence.ts";
export { ERRORS, type ErrorCode, MemoryError } from "./domain/errors.ts";
export { grouped } from "./domain/grouped.ts";
export type {
  CodeStanding,
  Explanation,
  GateVerdict,
  Hit,
  PathName,
  Reranked,
  Silence,
} from "./domain/hit.ts";
export { shortId } from "./domain/ids.ts";
export { INJECTED_TAG, stripInjected } from "./domain/injected-text.ts";
export {
  type Evidence,
  type Freshness,
  isMemoryType,
  isValidAt,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  PHASES,
  type Phase,
  SCOPES,
  type Scope,
  type Source,
  type Standing,
  VISIBILITIES,
  type Visibility,
} from "./domain/memory.ts";
export { neutral } from "./domain/neutral.ts";
export { isPassageId, type Passage, passageFlags, shortPassageId } from "./domain/passage.ts";
export { frame, quoteBlock, quoteLine } from "./domain/quote.ts";
export type { Signal } from "./domain/signal.ts";
export type { BranchStanding, StageVerdict } from "./domain/stage.ts";
export { beginning } from "./domain/text.ts";
export type { Tunable } from "./domain/tunable.ts";
export { type AgentReader, isVisibleTo } from "./domain/visibility.ts";
export { openTacit, type Tacit, type TacitOptions } from "./engine.ts";
export { type AuditReport, type AuditWish, auditStore } from "./engine-audit.ts";
export type { CodeSymbol, ImpactAnswer, IndexReport, Neighbour } from "./engine-code.ts";
export type { Embedded } from "./engine-embedding.ts";
export type { Check, Status } from "./engine-health.ts";
export type { HistoryReport } from "./engine-import.ts";
export type { Learned } from "./engine-learning.ts";
export type { PlannedSession, WritingWish, WrittenSession } from "./engine-lessons.ts";
export type { Correction, MemoryStory, Remembered, Teaching } from "./engine-memories.ts";
export type { Checked, ListedModel, ModelWish } from "./engine-models.ts";
export type { PassageInContext } from "./engine-passages.ts";
export { type Planning, type PlanningRequest, planningLines } from "./engine-planning.ts";
export type { NextRequest, PrefetchRequest } from "./engine-prefetch.ts";
export { type Recalled, type RecallWish, SEARCHED } from "./engine-recall.ts";
export type { RelatedFile } from "./engine-related.ts";
export type { ToldPlace } from "./engine-relations.ts";
export type {
  ListedSession,
  ReportedFile,
  SessionReport,
} from "./engine-report.ts";
export type { ListedReranker, RerankerCheck, RerankerWish } from "./engine-rerankers.ts";
export type { RuleOutcome, RulesReport, RulesWish } from "./engine-rules.ts";
export type { StoreImport, StoreReport } from "./engine-stores.ts";
export type { Resumption } from "./engine-telling.ts";
export type { Export, ImportReport } from "./engine-transfer.ts";
export type { WritingCondition } from "./engine-writers.ts";
export { gitIgnoreReader } from "./git-ignored.ts";
export { OWN_BLOCK } from "./import/own-block.ts";
export { STORE_KINDS, type StoreKind } from "./import/stores/foreign-memory.ts";
export { type KnownPlace, knownStores } from "./import/stores/known-places.ts";
export type { StoreWish } from "./import/stores/locate-store.ts";
export { DROPS } from "./learn/check-statement.ts";
export { lessonOf } from "./learn/lesson-signals.ts";
export { momentAt } from "./life.ts";
export { WIRE } from "./models/limits.ts";
export { digest } from "./observe/digest.ts";
export { appendToSpool, type SpoolLine } from "./observe/spool.ts";
export { mayAsk, OPTIONS, type OptionName, storeChosenIn } from "./options.ts";
export { type OwnPrivacy, readOwnPrivacy } from "./own-privacy.ts";
export type { Prefetched } from "./prefetch/prefetched.ts";
export type { Admission } from "./promote/admit.ts";
export { verdictWords } from "./recall/anchor-words.ts";
export type { Answer } from "./recall/merge-answers.ts";
export { excerptOf } from "./recall/passages/excerpt.ts";
export type { PassageHit } from "./recall/passages/search-passages.ts";
export { learnedBetween, momentOf, validBetween } from "./recall/time-range.ts";
export type { Mending, SessionError } from "./report/errors.ts";
export type { LearnedMemory } from "./report/learned.ts";
export {
  type KindCounts,
  type Picture,
  STEP_KINDS,
  type StepKind,
  type Stretch,
  type Turn,
} from "./report/path.ts";
export { reportFileIn } from "./report/report-files.ts";
export type { Told } from "./report/told.ts";
export type { Gap } from "./store/gaps.ts";
export { makeHomeFolder, resolveProjectSync } from "./store/resolve-project.ts";
export type { ModuleStatistics } from "./synthesize/module-statistics.ts";
