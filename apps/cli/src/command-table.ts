/** All commands in help order. A command's file is loaded when the command is called. */
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
const SETTINGS = "Settings:";
const ADVANCED = "Advanced:";

export const COMMAND_TABLE: readonly Row[] = [
  {
    name: "learn",
    group: START,
    load: async () => (await import("./commands/start/learn.ts")).learn,
  },
  { name: "init", group: START, load: async () => (await import("./commands/start/init.ts")).init },
  {
    name: "connect",
    group: START,
    load: async () => (await import("./commands/start/connect.ts")).connect,
  },
  {
    name: "disconnect",
    group: START,
    load: async () => (await import("./commands/start/disconnect.ts")).disconnect,
  },
  {
    name: "status",
    group: START,
    load: async () => (await import("./commands/start/status.ts")).status,
  },
  {
    name: "panel",
    group: START,
    load: async () => (await import("./commands/start/panel.ts")).panel,
  },
  {
    name: "stats",
    group: START,
    load: async () => (await import("./commands/start/stats.ts")).stats,
  },
  {
    name: "doctor",
    group: START,
    load: async () => (await import("./commands/start/doctor.ts")).doctor,
  },
  {
    name: "uninstall",
    group: START,
    load: async () => (await import("./commands/start/uninstall.ts")).uninstall,
  },
  {
    name: "remember",
    group: MEMORIES,
    load: async () => (await import("./commands/memories/remember.ts")).remember,
  },
  {
    name: "recall",
    group: MEMORIES,
    load: async () => (await import("./commands/memories/recall.ts")).recall,
  },
  {
    name: "list",
    group: MEMORIES,
    load: async () => (await import("./commands/memories/list.ts")).list,
  },
  {
    name: "show",
    group: MEMORIES,
    load: async () => (await import("./commands/memories/show.ts")).show,
  },
  {
    name: "explain",
    group: MEMORIES,
    load: async () => (await import("./commands/memories/explain.ts")).explain,
  },
  {
    name: "history",
    group: MEMORIES,
    load: async () => (await import("./commands/memories/history.ts")).history,
  },
  {
    name: "timeline",
    group: MEMORIES,
    load: async () => (await import("./commands/memories/timeline.ts")).timeline,
  },
  {
    name: "gaps",
    group: MEMORIES,
    load: async () => (await import("./commands/memories/gaps.ts")).gaps,
  },
  {
    name: "review",
    group: REVIEW,
    load: async () => (await import("./commands/review/review.ts")).review,
  },
  {
    name: "review accept",
    group: REVIEW,
    load: async () => (await import("./commands/review/review-accept.ts")).reviewAccept,
  },
  {
    name: "review reject",
    group: REVIEW,
    load: async () => (await import("./commands/review/review-reject.ts")).reviewReject,
  },
  {
    name: "candidates",
    group: REVIEW,
    load: async () => (await import("./commands/review/candidates.ts")).candidates,
  },
  {
    name: "confirm",
    group: REVIEW,
    load: async () => (await import("./commands/review/confirm.ts")).confirm,
  },
  {
    name: "correct",
    group: REVIEW,
    load: async () => (await import("./commands/review/correct.ts")).correct,
  },
  {
    name: "edit",
    group: REVIEW,
    load: async () => (await import("./commands/review/edit.ts")).edit,
  },
  {
    name: "dream",
    group: REVIEW,
    load: async () => (await import("./commands/review/dream.ts")).dream,
  },
  { name: "tag", group: REVIEW, load: async () => (await import("./commands/review/tag.ts")).tag },
  {
    name: "link",
    group: REVIEW,
    load: async () => (await import("./commands/review/link.ts")).link,
  },
  { name: "pin", group: REVIEW, load: async () => (await import("./commands/review/pin.ts")).pin },
  {
    name: "unpin",
    group: REVIEW,
    load: async () => (await import("./commands/review/unpin.ts")).unpin,
  },
  {
    name: "audit",
    group: REVIEW,
    load: async () => (await import("./commands/review/audit.ts")).audit,
  },
  {
    name: "archive",
    group: REVIEW,
    load: async () => (await import("./commands/review/archive.ts")).archive,
  },
  {
    name: "feedback",
    group: REVIEW,
    load: async () => (await import("./commands/review/feedback.ts")).feedback,
  },
  {
    name: "undo",
    group: REVIEW,
    load: async () => (await import("./commands/review/undo.ts")).undo,
  },
  {
    name: "restore",
    group: REVIEW,
    load: async () => (await import("./commands/review/restore.ts")).restore,
  },
  {
    name: "forget",
    group: REVIEW,
    load: async () => (await import("./commands/review/forget.ts")).forget,
  },
  {
    name: "context",
    group: SESSIONS,
    load: async () => (await import("./commands/sessions/context.ts")).context,
  },
  {
    name: "prefetch",
    group: SESSIONS,
    load: async () => (await import("./commands/sessions/prefetch.ts")).prefetch,
  },
  {
    name: "resume",
    group: SESSIONS,
    load: async () => (await import("./commands/sessions/resume.ts")).resume,
  },
  {
    name: "report",
    group: SESSIONS,
    load: async () => (await import("./commands/sessions/report.ts")).report,
  },
  {
    name: "observe",
    group: SESSIONS,
    load: async () => (await import("./commands/sessions/observe.ts")).observe,
  },
  {
    name: "events export",
    group: SESSIONS,
    load: async () => (await import("./commands/sessions/events-export.ts")).eventsExport,
  },
  {
    name: "index",
    group: CODE,
    load: async () => (await import("./commands/code/index-code.ts")).indexCode,
  },
  {
    name: "impact",
    group: CODE,
    load: async () => (await import("./commands/code/impact.ts")).impact,
  },
  { name: "deps", group: CODE, load: async () => (await import("./commands/code/deps.ts")).deps },
  {
    name: "modules",
    group: CODE,
    load: async () => (await import("./commands/code/modules.ts")).modules,
  },
  {
    name: "graph show",
    group: CODE,
    load: async () => (await import("./commands/code/graph-show.ts")).graphShow,
  },
  {
    name: "graph export",
    group: CODE,
    load: async () => (await import("./commands/code/graph-export.ts")).graphExport,
  },
  {
    name: "import transcript",
    group: EXCHANGE,
    load: async () => (await import("./commands/exchange/import-transcript.ts")).importTranscript,
  },
  {
    name: "import rules",
    group: EXCHANGE,
    load: async () => (await import("./commands/exchange/import-rules.ts")).importRules,
  },
  {
    name: "import skills",
    group: EXCHANGE,
    load: async () => (await import("./commands/exchange/import-skills.ts")).importSkills,
  },
  {
    name: "import store",
    group: EXCHANGE,
    load: async () => (await import("./commands/exchange/import-store.ts")).importStore,
  },
  {
    name: "import git",
    group: EXCHANGE,
    load: async () => (await import("./commands/exchange/import-git.ts")).importGit,
  },
  {
    name: "import jsonl",
    group: EXCHANGE,
    load: async () => (await import("./commands/exchange/import-jsonl.ts")).importJsonl,
  },
  {
    name: "import export",
    group: EXCHANGE,
    load: async () => (await import("./commands/exchange/import-export.ts")).importExport,
  },
  {
    name: "export",
    group: EXCHANGE,
    load: async () => (await import("./commands/exchange/export.ts")).exportCommand,
  },
  {
    name: "config",
    group: SETTINGS,
    load: async () => (await import("./commands/settings/config.ts")).config,
  },
  {
    name: "config get",
    group: SETTINGS,
    load: async () => (await import("./commands/settings/config-get.ts")).configGet,
  },
  {
    name: "config set",
    group: SETTINGS,
    load: async () => (await import("./commands/settings/config-set.ts")).configSet,
  },
  {
    name: "config unset",
    group: SETTINGS,
    load: async () => (await import("./commands/settings/config-unset.ts")).configUnset,
  },
  {
    name: "config path",
    group: SETTINGS,
    load: async () => (await import("./commands/settings/config-path.ts")).configPathCommand,
  },
  {
    name: "off",
    group: SETTINGS,
    load: async () => (await import("./commands/settings/off.ts")).off,
  },
  {
    name: "on",
    group: SETTINGS,
    load: async () => (await import("./commands/settings/on.ts")).on,
  },
  {
    name: "projects",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/projects.ts")).projects,
  },
  {
    name: "projects merge",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/projects-merge.ts")).projectsMerge,
  },
  {
    name: "projects mode",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/projects-mode.ts")).projectsMode,
  },
  {
    name: "models list",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/models-list.ts")).modelsList,
  },
  {
    name: "models use",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/models-use.ts")).modelsUse,
  },
  {
    name: "models pull",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/models-pull.ts")).modelsPull,
  },
  {
    name: "models check",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/models-check.ts")).modelsCheck,
  },
  {
    name: "models embed",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/models-embed.ts")).modelsEmbed,
  },
  {
    name: "scrub",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/scrub.ts")).scrub,
  },
  {
    name: "serve",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/serve.ts")).serve,
  },
  {
    name: "mcp",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/mcp.ts")).mcp,
  },
  {
    name: "hook",
    group: ADVANCED,
    load: async () => (await import("./commands/advanced/hook.ts")).hook,
  },
];

/** Loads the wanted commands in table order. */
export function loadListed(isWanted: (name: string) => boolean): Promise<Listed[]> {
  return Promise.all(
    COMMAND_TABLE.filter(({ name }) => isWanted(name)).map(async ({ group, load }) => ({
      group,
      command: await load(),
    })),
  );
}
