/** All commands in help order, each under its group. A command's file is loaded when the command is called. */
import type { Command } from "./command.ts";
import type { Listed } from "./program.ts";

interface Row {
  readonly name: string;
  readonly group: string;
  readonly load: () => Promise<Command>;
}

type Loaders = Readonly<Record<string, () => Promise<Command>>>;

const GROUPS: Readonly<Record<string, Loaders>> = {
  "Start:": {
    learn: async () => (await import("./commands/start/learn.ts")).learn,
    init: async () => (await import("./commands/start/init.ts")).init,
    connect: async () => (await import("./commands/start/connect.ts")).connect,
    disconnect: async () => (await import("./commands/start/disconnect.ts")).disconnect,
    status: async () => (await import("./commands/start/status.ts")).status,
    panel: async () => (await import("./commands/start/panel.ts")).panel,
    stats: async () => (await import("./commands/start/stats.ts")).stats,
    doctor: async () => (await import("./commands/start/doctor.ts")).doctor,
    uninstall: async () => (await import("./commands/start/uninstall.ts")).uninstall,
  },
  "Memories:": {
    remember: async () => (await import("./commands/memories/remember.ts")).remember,
    recall: async () => (await import("./commands/memories/recall.ts")).recall,
    list: async () => (await import("./commands/memories/list.ts")).list,
    show: async () => (await import("./commands/memories/show.ts")).show,
    explain: async () => (await import("./commands/memories/explain.ts")).explain,
    history: async () => (await import("./commands/memories/history.ts")).history,
    timeline: async () => (await import("./commands/memories/timeline.ts")).timeline,
    gaps: async () => (await import("./commands/memories/gaps.ts")).gaps,
  },
  "Review and edit:": {
    review: async () => (await import("./commands/review/review.ts")).review,
    "review accept": async () => (await import("./commands/review/review-accept.ts")).reviewAccept,
    "review reject": async () => (await import("./commands/review/review-reject.ts")).reviewReject,
    candidates: async () => (await import("./commands/review/candidates.ts")).candidates,
    confirm: async () => (await import("./commands/review/confirm.ts")).confirm,
    correct: async () => (await import("./commands/review/correct.ts")).correct,
    edit: async () => (await import("./commands/review/edit.ts")).edit,
    dream: async () => (await import("./commands/review/dream.ts")).dream,
    tag: async () => (await import("./commands/review/tag.ts")).tag,
    link: async () => (await import("./commands/review/link.ts")).link,
    pin: async () => (await import("./commands/review/pin.ts")).pin,
    unpin: async () => (await import("./commands/review/unpin.ts")).unpin,
    audit: async () => (await import("./commands/review/audit.ts")).audit,
    archive: async () => (await import("./commands/review/archive.ts")).archive,
    feedback: async () => (await import("./commands/review/feedback.ts")).feedback,
    undo: async () => (await import("./commands/review/undo.ts")).undo,
    restore: async () => (await import("./commands/review/restore.ts")).restore,
    forget: async () => (await import("./commands/review/forget.ts")).forget,
  },
  "Sessions:": {
    context: async () => (await import("./commands/sessions/context.ts")).context,
    prefetch: async () => (await import("./commands/sessions/prefetch.ts")).prefetch,
    resume: async () => (await import("./commands/sessions/resume.ts")).resume,
    report: async () => (await import("./commands/sessions/report.ts")).report,
    observe: async () => (await import("./commands/sessions/observe.ts")).observe,
    "events export": async () =>
      (await import("./commands/sessions/events-export.ts")).eventsExport,
  },
  "Code:": {
    index: async () => (await import("./commands/code/index-code.ts")).indexCode,
    impact: async () => (await import("./commands/code/impact.ts")).impact,
    deps: async () => (await import("./commands/code/deps.ts")).deps,
    modules: async () => (await import("./commands/code/modules.ts")).modules,
    "graph show": async () => (await import("./commands/code/graph-show.ts")).graphShow,
    "graph export": async () => (await import("./commands/code/graph-export.ts")).graphExport,
  },
  "Exchange:": {
    "import transcript": async () =>
      (await import("./commands/exchange/import-transcript.ts")).importTranscript,
    "import rules": async () => (await import("./commands/exchange/import-rules.ts")).importRules,
    "import skills": async () =>
      (await import("./commands/exchange/import-skills.ts")).importSkills,
    "import store": async () => (await import("./commands/exchange/import-store.ts")).importStore,
    "import git": async () => (await import("./commands/exchange/import-git.ts")).importGit,
    "import jsonl": async () => (await import("./commands/exchange/import-jsonl.ts")).importJsonl,
    "import export": async () =>
      (await import("./commands/exchange/import-export.ts")).importExport,
    export: async () => (await import("./commands/exchange/export.ts")).exportCommand,
  },
  "Settings:": {
    config: async () => (await import("./commands/settings/config.ts")).config,
    "config get": async () => (await import("./commands/settings/config-get.ts")).configGet,
    "config set": async () => (await import("./commands/settings/config-set.ts")).configSet,
    "config unset": async () => (await import("./commands/settings/config-unset.ts")).configUnset,
    "config path": async () =>
      (await import("./commands/settings/config-path.ts")).configPathCommand,
    off: async () => (await import("./commands/settings/off.ts")).off,
    on: async () => (await import("./commands/settings/on.ts")).on,
  },
  "Advanced:": {
    projects: async () => (await import("./commands/advanced/projects.ts")).projects,
    "projects merge": async () =>
      (await import("./commands/advanced/projects-merge.ts")).projectsMerge,
    "projects mode": async () =>
      (await import("./commands/advanced/projects-mode.ts")).projectsMode,
    "models list": async () => (await import("./commands/advanced/models-list.ts")).modelsList,
    "models use": async () => (await import("./commands/advanced/models-use.ts")).modelsUse,
    "models pull": async () => (await import("./commands/advanced/models-pull.ts")).modelsPull,
    "models check": async () => (await import("./commands/advanced/models-check.ts")).modelsCheck,
    "models embed": async () => (await import("./commands/advanced/models-embed.ts")).modelsEmbed,
    scrub: async () => (await import("./commands/advanced/scrub.ts")).scrub,
    serve: async () => (await import("./commands/advanced/serve.ts")).serve,
    mcp: async () => (await import("./commands/advanced/mcp.ts")).mcp,
    hook: async () => (await import("./commands/advanced/hook.ts")).hook,
  },
};

export const COMMAND_TABLE: readonly Row[] = Object.entries(GROUPS).flatMap(([group, loaders]) =>
  Object.entries(loaders).map(([name, load]) => ({ name, group, load })),
);

/** Loads the wanted commands in table order. */
export function loadListed(isWanted: (name: string) => boolean): Promise<Listed[]> {
  return Promise.all(
    COMMAND_TABLE.filter(({ name }) => isWanted(name)).map(async ({ group, load }) => ({
      group,
      command: await load(),
    })),
  );
}
