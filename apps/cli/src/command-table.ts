/** Every command once, in the order of the help; a command's file is loaded when it is called. */
import type { Command } from "./command.ts";
import type { Listed } from "./program.ts";

interface Row {
  readonly name: string;
  readonly group: string;
  readonly load: () => Promise<Command>;
}

const START = "Start:";
const MEMORIES = "Memories:";
const REVIEW = "Review and edit:";
const SESSIONS = "Sessions:";
const CODE = "Code:";
const EXCHANGE = "Exchange:";
const ADVANCED = "Advanced:";

export const COMMAND_TABLE: readonly Row[] = [
  { name: "learn", group: START, load: async () => (await import("./commands/learn.ts")).learn },
  { name: "init", group: START, load: async () => (await import("./commands/init.ts")).init },
  {
    name: "connect",
    group: START,
    load: async () => (await import("./commands/connect.ts")).connect,
  },
  {
    name: "disconnect",
    group: START,
    load: async () => (await import("./commands/disconnect.ts")).disconnect,
  },
  { name: "status", group: START, load: async () => (await import("./commands/status.ts")).status },
  { name: "doctor", group: START, load: async () => (await import("./commands/doctor.ts")).doctor },
  {
    name: "remember",
    group: MEMORIES,
    load: async () => (await import("./commands/remember.ts")).remember,
  },
  {
    name: "recall",
    group: MEMORIES,
    load: async () => (await import("./commands/recall.ts")).recall,
  },
  { name: "list", group: MEMORIES, load: async () => (await import("./commands/list.ts")).list },
  { name: "show", group: MEMORIES, load: async () => (await import("./commands/show.ts")).show },
  {
    name: "history",
    group: MEMORIES,
    load: async () => (await import("./commands/history.ts")).history,
  },
  {
    name: "timeline",
    group: MEMORIES,
    load: async () => (await import("./commands/timeline.ts")).timeline,
  },
  { name: "gaps", group: MEMORIES, load: async () => (await import("./commands/gaps.ts")).gaps },
  {
    name: "review",
    group: REVIEW,
    load: async () => (await import("./commands/review.ts")).review,
  },
  {
    name: "review accept",
    group: REVIEW,
    load: async () => (await import("./commands/review-accept.ts")).reviewAccept,
  },
  {
    name: "review reject",
    group: REVIEW,
    load: async () => (await import("./commands/review-reject.ts")).reviewReject,
  },
  {
    name: "candidates",
    group: REVIEW,
    load: async () => (await import("./commands/candidates.ts")).candidates,
  },
  {
    name: "confirm",
    group: REVIEW,
    load: async () => (await import("./commands/confirm.ts")).confirm,
  },
  {
    name: "correct",
    group: REVIEW,
    load: async () => (await import("./commands/correct.ts")).correct,
  },
  { name: "edit", group: REVIEW, load: async () => (await import("./commands/edit.ts")).edit },
  { name: "tag", group: REVIEW, load: async () => (await import("./commands/tag.ts")).tag },
  { name: "link", group: REVIEW, load: async () => (await import("./commands/link.ts")).link },
  { name: "pin", group: REVIEW, load: async () => (await import("./commands/pin.ts")).pin },
  { name: "unpin", group: REVIEW, load: async () => (await import("./commands/unpin.ts")).unpin },
  { name: "audit", group: REVIEW, load: async () => (await import("./commands/audit.ts")).audit },
  {
    name: "archive",
    group: REVIEW,
    load: async () => (await import("./commands/archive.ts")).archive,
  },
  {
    name: "feedback",
    group: REVIEW,
    load: async () => (await import("./commands/feedback.ts")).feedback,
  },
  { name: "undo", group: REVIEW, load: async () => (await import("./commands/undo.ts")).undo },
  {
    name: "restore",
    group: REVIEW,
    load: async () => (await import("./commands/restore.ts")).restore,
  },
  {
    name: "forget",
    group: REVIEW,
    load: async () => (await import("./commands/forget.ts")).forget,
  },
  {
    name: "context",
    group: SESSIONS,
    load: async () => (await import("./commands/context.ts")).context,
  },
  {
    name: "prefetch",
    group: SESSIONS,
    load: async () => (await import("./commands/prefetch.ts")).prefetch,
  },
  {
    name: "resume",
    group: SESSIONS,
    load: async () => (await import("./commands/resume.ts")).resume,
  },
  {
    name: "report",
    group: SESSIONS,
    load: async () => (await import("./commands/report.ts")).report,
  },
  {
    name: "observe",
    group: SESSIONS,
    load: async () => (await import("./commands/observe.ts")).observe,
  },
  {
    name: "events export",
    group: SESSIONS,
    load: async () => (await import("./commands/events-export.ts")).eventsExport,
  },
  {
    name: "index",
    group: CODE,
    load: async () => (await import("./commands/index-code.ts")).indexCode,
  },
  { name: "impact", group: CODE, load: async () => (await import("./commands/impact.ts")).impact },
  { name: "deps", group: CODE, load: async () => (await import("./commands/deps.ts")).deps },
  {
    name: "modules",
    group: CODE,
    load: async () => (await import("./commands/modules.ts")).modules,
  },
  {
    name: "graph export",
    group: CODE,
    load: async () => (await import("./commands/graph-export.ts")).graphExport,
  },
  {
    name: "import transcript",
    group: EXCHANGE,
    load: async () => (await import("./commands/import-transcript.ts")).importTranscript,
  },
  {
    name: "import rules",
    group: EXCHANGE,
    load: async () => (await import("./commands/import-rules.ts")).importRules,
  },
  {
    name: "import store",
    group: EXCHANGE,
    load: async () => (await import("./commands/import-store.ts")).importStore,
  },
  {
    name: "import git",
    group: EXCHANGE,
    load: async () => (await import("./commands/import-git.ts")).importGit,
  },
  {
    name: "import jsonl",
    group: EXCHANGE,
    load: async () => (await import("./commands/import-jsonl.ts")).importJsonl,
  },
  {
    name: "import export",
    group: EXCHANGE,
    load: async () => (await import("./commands/import-export.ts")).importExport,
  },
  {
    name: "export",
    group: EXCHANGE,
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  {
    name: "projects",
    group: ADVANCED,
    load: async () => (await import("./commands/projects.ts")).projects,
  },
  {
    name: "projects merge",
    group: ADVANCED,
    load: async () => (await import("./commands/projects-merge.ts")).projectsMerge,
  },
  {
    name: "projects mode",
    group: ADVANCED,
    load: async () => (await import("./commands/projects-mode.ts")).projectsMode,
  },
  {
    name: "models list",
    group: ADVANCED,
    load: async () => (await import("./commands/models-list.ts")).modelsList,
  },
  {
    name: "models use",
    group: ADVANCED,
    load: async () => (await import("./commands/models-use.ts")).modelsUse,
  },
  {
    name: "models pull",
    group: ADVANCED,
    load: async () => (await import("./commands/models-pull.ts")).modelsPull,
  },
  {
    name: "models check",
    group: ADVANCED,
    load: async () => (await import("./commands/models-check.ts")).modelsCheck,
  },
  {
    name: "models embed",
    group: ADVANCED,
    load: async () => (await import("./commands/models-embed.ts")).modelsEmbed,
  },
  { name: "scrub", group: ADVANCED, load: async () => (await import("./commands/scrub.ts")).scrub },
  { name: "serve", group: ADVANCED, load: async () => (await import("./commands/serve.ts")).serve },
  { name: "mcp", group: ADVANCED, load: async () => (await import("./commands/mcp.ts")).mcp },
  { name: "hook", group: ADVANCED, load: async () => (await import("./commands/hook.ts")).hook },
];

/** The commands whose names are wanted, loaded, in the order of the table. */
export function loadListed(isWanted: (name: string) => boolean): Promise<Listed[]> {
  return Promise.all(
    COMMAND_TABLE.filter(({ name }) => isWanted(name)).map(async ({ group, load }) => ({
      group,
      command: await load(),
    })),
  );
}
