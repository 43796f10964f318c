/**
 * The API between the panel's server and its page: every route with its input and output. The page imports only types from
 * here and loads nothing. Texts are codes and facts; the page makes sentences in the reader's language.
 */
import type {
  CodeFileDetail,
  CodeFileList,
  CodeFileRequest,
  CodeFilesRequest,
  CodeOverview,
} from "./panel-code.ts";
import type { GraphMap, GraphPart, GraphRequest } from "./panel-graph.ts";
import type {
  FoundMemory,
  MemoryDetail,
  MemoryRow,
  ReviewReason,
  ShownMemory,
} from "./panel-memory.ts";
import type { ModelChange, ModelRequest, PanelModels } from "./panel-models.ts";
import type { SessionReplay } from "./panel-replay.ts";
import type {
  AgentAction,
  AgentChange,
  AgentChangeRequest,
  AgentPlan,
  AgentState,
  LearnedQueue,
  LearnedRequest,
  LearningRequest,
  LearningState,
  PastSessions,
} from "./panel-start.ts";
import type { Failure, LibraryText } from "./panel-text.ts";
import type {
  AskAnswer,
  AskRequest,
  CorrectRequest,
  GapRow,
  PanelSettings,
  SessionDetail,
  SessionRow,
  TeachRequest,
  TeachResult,
} from "./panel-views.ts";

/** Routes by method and path; `:name` stands for one segment of a path. */
export interface PanelApi {
  /** Exchanges the token for a cookie. The only route that needs no cookie. */
  "POST /api/session": Call<{ readonly token: string }, Readonly<Record<never, never>>>;
  "GET /api/project": Call<NoInput, ProjectInfo>;
  "GET /api/today": Call<TodayRequest, Today>;
  "GET /api/memories": Call<MemoriesRequest, MemoryPage>;
  "GET /api/memories/:id": Call<NoInput, MemoryDetail>;
  /** Changes the content of a memory. */
  "POST /api/memories/:id": Call<
    { readonly content: string },
    { readonly changes: readonly string[] }
  >;
  "POST /api/memories/:id/correct": Call<CorrectRequest, ReviewResult>;
  "POST /api/changes": Call<ChangeRequest, ChangeResult>;
  "POST /api/undo": Call<{ readonly changes: readonly string[] }, UndoResult>;
  "GET /api/review": Call<NoInput, ReviewQueue>;
  "POST /api/review/:id": Call<ReviewDecision, ReviewResult>;
  "GET /api/sessions": Call<NoInput, { readonly sessions: readonly SessionRow[] }>;
  "GET /api/sessions/:id": Call<NoInput, SessionDetail>;
  "GET /api/sessions/:id/replay": Call<NoInput, SessionReplay>;
  "GET /api/code": Call<NoInput, CodeOverview>;
  /** Lists the files of a module, or files by name; empty without a code graph. */
  "GET /api/code/files": Call<CodeFilesRequest, CodeFileList>;
  "GET /api/code/file": Call<CodeFileRequest, CodeFileDetail>;
  "GET /api/graph": Call<GraphRequest, GraphPart>;
  "GET /api/graph/map": Call<NoInput, GraphMap>;
  /** Answers a complete question. Not a GET, because a question without an answer is stored as a gap. */
  "POST /api/ask": Call<AskRequest, AskAnswer>;
  "GET /api/gaps": Call<NoInput, { readonly gaps: readonly GapRow[] }>;
  "POST /api/teach": Call<TeachRequest, TeachResult>;
  /** Lists all agents that Tacit can be connected with, on this machine or not. */
  "GET /api/agents": Call<NoInput, { readonly agents: readonly AgentState[] }>;
  /** Returns which files a change would write. Writes nothing. */
  "GET /api/agents/:name/plan": Call<{ readonly action: AgentAction }, AgentPlan>;
  /** Connects or disconnects an agent. Refused if the files changed since the plan was made. */
  "POST /api/agents/:name": Call<AgentChangeRequest, AgentChange>;
  /** Looks for transcripts of this project in the user's home and in the repository. Reads only the beginnings of files. */
  "GET /api/past-sessions": Call<NoInput, PastSessions>;
  "GET /api/learning": Call<NoInput, LearningState>;
  /** Begins or stops learning from rule files, history and past sessions. Beginning has no effect while it runs. */
  "POST /api/learning": Call<LearningRequest, LearningState>;
  "GET /api/learned": Call<LearnedRequest, LearnedQueue>;
  "GET /api/settings": Call<NoInput, PanelSettings>;
  /** Sets `mode` or an option; null resets it to its value without the user's file. */
  "POST /api/settings": Call<
    { readonly name: string; readonly value: string | null },
    Readonly<Record<never, never>>
  >;
  "GET /api/models": Call<NoInput, PanelModels>;
  /** Asks the model a trial question and chooses it if it answers. Sends no memory. */
  "POST /api/models/:role": Call<ModelRequest, ModelChange>;
}
export type PanelRoute = keyof PanelApi;
export type PanelInput<Route extends PanelRoute> = PanelApi[Route]["input"];
export type PanelOutput<Route extends PanelRoute> = PanelApi[Route]["output"];

/** Input of a GET is its query, in which every value is text. Input of a POST is its JSON body. */
interface Call<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}
type NoInput = Readonly<Record<never, never>>;

/** Body of every response with a status of 400 or higher. */
export interface PanelFailure {
  readonly error: Failure;
}

export interface ProjectInfo {
  readonly project: string;
  readonly root: string;
  readonly branch: string | null;
  /** Names for people of the agents that Tacit can be connected with, by the names in all other data. */
  readonly agents: Readonly<Record<string, string>>;
}

export interface TodayRequest {
  /** Time of the reader's last visit, in milliseconds since 1970. */
  readonly sinceMs?: string;
  /** Minutes by which the reader's time zone is ahead of UTC. */
  readonly utcOffset?: string;
}

export interface Today {
  readonly counts: {
    readonly memories: number;
    readonly verified: number;
    readonly sessions: number;
  };
  /** Counts of items that only a person can decide. */
  readonly needs: {
    readonly review: number;
    readonly candidates: number;
    readonly proposals: number;
    readonly gaps: number;
  };
  /** The newest memories made since the reader's last visit, newest first. */
  readonly learned: readonly MemoryRow[];
  readonly hasMoreLearned: boolean;
  readonly shown: ShownSummary;
  readonly hosts: readonly HostActivity[];
  /** An entry for each of the last 30 days, oldest first. */
  readonly days: readonly DayActivity[];
  /** What works only in part. */
  readonly notes: readonly Note[];
}

/** A sentence of the page, with what it names. */
export interface Note {
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** What a program, a file or a server reported, or why an option is not used; null if nothing. */
  readonly problem: LibraryText | null;
}

export interface ShownSummary {
  /** Total over all time. */
  readonly tokens: number;
  /** The newest showing of each memory, newest first. */
  readonly recent: readonly ShownMemory[];
}

export interface HostActivity {
  readonly agent: string;
  readonly lastEventAtMs: number | null;
  readonly lastShownAtMs: number | null;
}

export interface DayActivity {
  readonly day: string;
  readonly made: number;
  readonly shown: number;
}

/** Query parameters: every value is text, and an absent value does not filter. */
export interface MemoriesRequest {
  readonly query?: string;
  readonly type?: string;
  readonly tag?: string;
  readonly file?: string;
  readonly state?: "active" | "archived" | "all";
  readonly only?: "pinned" | "review" | "staged";
  /** `next` of the previous page. */
  readonly after?: string;
}

export interface MemoryPage {
  readonly rows: readonly FoundMemory[];
  /** Value of `after` for the next page; null on the last page. */
  readonly next: string | null;
  readonly tookMs: number;
  /** The words that were searched instead of what was typed; absent if they are the same. */
  readonly corrected?: string;
}

/** Actions that can be applied to many memories at once. */
export const PANEL_ACTIONS = [
  "confirm",
  "archive",
  "restore",
  "forget",
  "pin",
  "unpin",
  "add_tag",
  "remove_tag",
] as const;
export type PanelAction = (typeof PANEL_ACTIONS)[number];

export interface ChangeRequest {
  readonly action: PanelAction;
  readonly ids: readonly string[];
  /** Tag for add_tag and remove_tag. */
  readonly tag?: string | undefined;
}

export interface ChangeResult {
  readonly changed: readonly string[];
  readonly failed: readonly ({ readonly id: string } & Failure)[];
  /** Ids of changes, newest first, as `POST /api/undo` expects them; empty if nothing can be undone, as after forgetting. */
  readonly changes: readonly string[];
  /** True if a file in `.tacit` was not changed and may still contain forgotten text. */
  readonly memoryFileStays: boolean;
}

export interface UndoResult {
  readonly undone: number;
  readonly failed: number;
}

export interface ReviewQueue {
  /** The first items of the queue; `total` counts all of them. */
  readonly items: readonly ReviewItem[];
  readonly total: number;
}

export type ReviewItem = ReviewMemory | ReviewCandidate | ReviewProposal;

export interface ReviewMemory {
  readonly kind: "memory";
  readonly id: string;
  readonly memory: MemoryRow;
  readonly reasons: readonly ReviewReason[];
  /** Memories in use that contradict it, while that is not settled. */
  readonly against: readonly MemoryRow[];
  readonly evidence: MemoryDetail["evidence"];
}

export interface ReviewCandidate {
  readonly kind: "candidate";
  readonly id: string;
  readonly type: string;
  readonly content: string;
  readonly reason: string | null;
  readonly sessions: readonly string[];
  readonly files: readonly string[];
  readonly evidence: MemoryDetail["evidence"];
  readonly createdAtMs: number;
}

/** A change that `tacit dream` proposes. */
export interface ReviewProposal {
  readonly kind: "proposal";
  readonly id: string;
  readonly change:
    | "merge"
    | "contradiction"
    | "stale_decision"
    | "error_pattern"
    | "link"
    | "digest"
    | "procedure";
  /** The memories that it concerns. */
  readonly memories: readonly MemoryRow[];
}

export interface ReviewDecision {
  readonly kind: ReviewItem["kind"];
  readonly verdict: "accept" | "reject";
  /** For accept of a memory or candidate: the content to store instead. */
  readonly content?: string | undefined;
  /** For a memory: the decision on the memories that contradict it. */
  readonly others?:
    | { readonly ids: readonly string[]; readonly verdict: ReviewDecision["verdict"] }
    | undefined;
}

export interface ReviewResult {
  /** The memory that the decision made, changed or confirmed; null if there is none. */
  readonly memoryId: string | null;
  readonly changes: readonly string[];
}
