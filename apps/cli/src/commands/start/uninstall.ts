/** `tacit uninstall`: shows what Tacit has on this machine, asks what to keep, and removes the rest. */
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { isFolder } from "@tacit-memory/files";
import { applyPlan, configBackups } from "@tacit-memory/hooks";
import { MemoryError, type Tacit, TOPIC_FOLDER } from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import { type CommandContext, isInteractive } from "../../command-context.ts";
import { failureOf } from "../../failure.ts";
import {
  type HomeToRemove,
  homeToRemove,
  type UninstallPlan,
  uninstallPlan,
} from "../../hosts/uninstall-plan.ts";
import { ask, isAgreed } from "../../input/ask.ts";
import { withTacit } from "../../open.ts";
import { megabytes } from "../../output/layout.ts";
import { flag, text } from "../../parsed-args.ts";
import { dropProgramsForPlugins, dropUnusedPrograms } from "../../programs.ts";
import { serverAddress } from "../../settings/server-address.ts";

export const uninstall: Command = {
  name: "uninstall",
  summary: "remove Tacit from agents, and on request its memories",
  arguments: [],
  options: [
    { flags: "--dry-run", text: "show what would be removed" },
    { flags: "--delete-memories", text: "also delete the home folder: memories, backups, options" },
    {
      flags: "--backup <file>",
      text: "first copy the store, with the memories of all projects, to this new file",
    },
    { flags: "--yes", text: "do not ask; keep the memories unless --delete-memories is passed" },
  ],
  details:
    "The configuration of each agent becomes what it was before `tacit connect`. Memories stay unless you agree to delete them; those on a server (option `url`) always stay. Files in the home folder that Tacit did not create stay. If another program also uses the folder that TACIT_HOME names, entries with common names such as backups and config.json stay too. To use a backup again, install Tacit and run `tacit doctor --restore --from FILE`. With the memories, the files in .tacit and the skill files that Tacit wrote are removed: in each folder in which a project was used or a session worked, and in the other worktrees of these repositories. If the store is on a server, only in folders that were opened with this home folder.\nBlocks in CLAUDE.md or AGENTS.md stay; `tacit export --remove` removes them.",
  examples: [
    "tacit uninstall --dry-run",
    "tacit uninstall",
    "tacit uninstall --delete-memories --backup ~/tacit-backup.db",
  ],
  run: async (input, context) => {
    const plan = uninstallPlan(context);
    // Read now: the option may be in the folder that is deleted.
    const server = serverAddress(context);
    const isDry = flag(input, "dryRun") || !(flag(input, "yes") || isInteractive(context));
    const choice = isDry ? KEEP_EVERYTHING : await chosen(plan, input, context);
    if (choice.backup !== null)
      await backUp(choice.backup, choice.deletes ? plan.home : null, context);
    if (choice.disconnects) disconnectAll(plan, context);
    const files = await removeWithHome(plan, choice, isDry, context);
    const isDeletionExpected = flag(input, "deleteMemories") || !flag(input, "yes");
    if (isDeletionExpected && !isDry && !choice.deletes) sayNotDeleted(plan, context);
    if (isDry || choice.deletes) sayOnServer(server, context);
    print(plan, choice, { isDry, files }, context);
    if (!isDry && plan.exit !== null) context.endWith(plan.exit);
  },
};

interface Choice {
  readonly disconnects: boolean;
  readonly deletes: boolean;
  readonly backup: string | null;
}

const KEEP_EVERYTHING: Choice = { disconnects: false, deletes: false, backup: null };

/**
 * The home folder contains the programs that connected agents start and the backups of their configuration. It is deleted only
 * if every agent is disconnected.
 */
async function chosen(
  plan: UninstallPlan,
  input: ParsedArgs,
  context: CommandContext,
): Promise<Choice> {
  const { hosts, home, problems } = plan;
  const backup = text(input, "backup") ?? null;
  if (backup !== null && home === null)
    throw new MemoryError("usage", {
      reason: "there is no home folder of Tacit that could be backed up",
    });
  const mayDelete = home !== null && problems.length === 0;
  if (flag(input, "yes"))
    return { disconnects: true, deletes: mayDelete && flag(input, "deleteMemories"), backup };
  context.out.say(planText(plan));
  const disconnects =
    hosts.length > 0 && (await isAgreed(context, "Remove Tacit from these agents?"));
  if (!mayDelete || (hosts.length > 0 && !disconnects))
    return { disconnects, deletes: false, backup };
  const question = `Delete all memories, backups and options in ${home.path}? This cannot be undone.`;
  const deletes = await isAgreed(context, question);
  if (!deletes || backup !== null) return { disconnects, deletes, backup };
  const file = await ask(context, "File for a last backup of the store (empty: none): ");
  return { disconnects, deletes, backup: file === "" ? null : file };
}

function sayNotDeleted({ home, problems }: UninstallPlan, { out, place }: CommandContext): void {
  if (home === null && existsSync(place.home))
    out.say(
      `tacit: ${place.home} was not deleted, because it is not a folder that only Tacit uses\n  next: delete memory.db* and store-made in it yourself, if they are there`,
    );
  if (home !== null && problems.length > 0)
    out.say("tacit: the home folder was not deleted, because an agent could not be disconnected");
}

/** Deletes the home folder if chosen. Returns the files in projects that were removed, or that a dry run would remove. */
async function removeWithHome(
  { home, problems }: UninstallPlan,
  { deletes }: Choice,
  isDry: boolean,
  context: CommandContext,
): Promise<string[]> {
  const isListed = isDry && home !== null && problems.length === 0;
  const files = deletes || isListed ? await removeWrittenFiles(context, isDry) : [];
  if (deletes) deleteHome(context);
  return files;
}

function sayOnServer(server: string | null, { out }: CommandContext): void {
  if (server === null) return;
  out.say(
    `tacit: memories on the server ${server} stay there\n  next: to delete them, run \`tacit forget\` before Tacit is removed; see \`tacit forget --help\``,
  );
}

/**
 * Makes a backup before anything is removed. Throws if the file exists, cannot be written, or is in the folder that will be
 * deleted; nothing is removed then.
 */
async function backUp(
  file: string,
  deleted: HomeToRemove | null,
  context: CommandContext,
): Promise<void> {
  const to = resolve(file);
  if (deleted !== null && isIn(deleted.path, to))
    throw new MemoryError("usage", {
      reason: `the backup ${to} would be in the folder that is deleted; name a file outside it`,
    });
  await withTacit(context, async (tacit) => {
    const { path } = await (await tacit.admin.backups()).make();
    try {
      copyFileSync(path, to, constants.COPYFILE_EXCL);
    } catch (cause) {
      throw new MemoryError("store_unwritable", {
        reason: `cannot write the backup ${to}; nothing was removed`,
        cause,
      });
    }
  });
}

function isIn(folder: string, file: string): boolean {
  try {
    return `${realpathSync(dirname(file))}${sep}`.startsWith(`${folder}${sep}`);
  } catch {
    // The folder of the file does not exist. To copy the backup there fails, too.
    return false;
  }
}

function disconnectAll({ hosts }: UninstallPlan, { place }: CommandContext): void {
  for (const { plan } of hosts) applyPlan(plan, configBackups(place.home));
  dropProgramsForPlugins(place.home);
  dropUnusedPrograms(place.home);
}

/**
 * Deletes what Tacit created in the home folder, and the folder itself if it is empty afterwards. The target of a link stays,
 * because a link to a missing folder would break the next installation.
 */
function deleteHome(context: CommandContext): void {
  // Read again, because the backup created a file in the home folder.
  const home = homeToRemove(context);
  if (home === null) return;
  for (const name of home.entries) rmSync(join(home.path, name), { recursive: true, force: true });
  const isLink = lstatSync(context.place.home).isSymbolicLink();
  if (!isLink && readdirSync(home.path).length === 0) rmdirSync(home.path);
}

type StoredPlace = NonNullable<Parameters<Tacit["exchange"]["refreshMemoryFiles"]>[1]>;

/**
 * Removes the files that Tacit wrote into each checkout that the store knows: the files in `.tacit` and skill files. Returns
 * their paths. Says which files stay, because they contain something that was not imported or cannot be removed.
 * `isDry`: removes nothing.
 */
async function removeWrittenFiles(context: CommandContext, isDry: boolean): Promise<string[]> {
  const removed: string[] = [];
  const stays = (path: string, reason: string) =>
    context.out.say(`tacit: ${path} stays: ${reason}`);
  const removeIn = async ({ exchange }: Tacit, place: StoredPlace) => {
    const hasMemoryFiles = isFolder(join(place.root, dirname(TOPIC_FOLDER)));
    const files = [
      ...(hasMemoryFiles ? await exchange.refreshMemoryFiles("none", place, isDry) : []),
      ...(await exchange.refreshSkillFiles("none", { place, isDry })),
    ];
    for (const { path, state } of files) {
      const full = resolve(place.root, path);
      if (state === "removed") removed.push(full);
      else stays(full, "it has content that was not imported, or is no regular file");
    }
  };
  const failed = (path: string) => (error: unknown) => stays(path, failureOf(error).message);
  await withTacit(context, async (tacit) => {
    for (const place of await tacit.exchange.checkouts())
      await removeIn(tacit, place).catch(failed(`what Tacit wrote into ${place.root}`));
  }).catch(failed("what Tacit wrote into the projects"));
  return removed;
}

function print(
  plan: UninstallPlan,
  choice: Choice,
  { isDry, files: memoryFiles }: { readonly isDry: boolean; readonly files: readonly string[] },
  context: CommandContext,
): void {
  const { hosts, problems, home } = plan;
  const files = hosts.flatMap(({ plan: { files: changed } }) => changed.map(({ path }) => path));
  const document = {
    changed: choice.disconnects ? files : [],
    wouldChange: isDry ? files : [],
    home: home === null ? null : { path: home.path, bytes: home.bytes, kept: home.others },
    deleted: choice.deletes,
    memoryFiles,
    backup: choice.backup === null ? null : resolve(choice.backup),
    problems,
  };
  for (const problem of problems) context.out.say(`tacit: ${problem}`);
  context.out.result(document, () => {
    if (isDry)
      return `${planText(plan)}${wouldRemoveText(memoryFiles)}\nNothing was changed. To remove this, run \`tacit uninstall\` in a terminal, or add --yes.`;
    return [doneText(plan, choice), ...memoryFiles.map((path) => `Removed: ${path}`)].join("\n");
  });
}

function wouldRemoveText(files: readonly string[]): string {
  if (files.length === 0) return "";
  return [
    "",
    "Files that Tacit wrote, removed with the memories",
    ...files.map((path) => `  ${path}`),
  ].join("\n");
}

function planText({ hosts, home }: UninstallPlan): string {
  if (hosts.length === 0 && home === null)
    return "Tacit is not registered with any agent and has no home folder.";
  return [
    ...hosts.flatMap(({ title, plan }) => [title, ...plan.files.map(({ path }) => `  ${path}`)]),
    ...(home === null
      ? []
      : [
          `Home folder ${home.path} (${megabytes(home.bytes)}): memories of all projects, backups, options`,
          ...(home.others.length === 0 ? [] : home.entries.map((name) => `  ${name}`)),
          ...home.others.map((name) => `  stays: ${name}`),
        ]),
  ].join("\n");
}

function doneText(
  { hosts, home }: UninstallPlan,
  { disconnects, deletes, backup }: Choice,
): string {
  const lines = [
    disconnects
      ? `Removed from ${hosts.length === 0 ? "no agent" : hosts.map(({ title }) => title).join(", ")}.`
      : "No agent was changed.",
    ...(disconnects ? hosts.flatMap(({ plan }) => plan.notes) : []),
    ...(backup === null ? [] : [`Backup: ${resolve(backup)}`]),
  ];
  if (home === null) return lines.join("\n");
  if (!deletes)
    return [
      ...lines,
      `Memories stay in ${home.path}. To delete them, run \`tacit uninstall --delete-memories\`.`,
    ].join("\n");
  const otherFiles = home.others.length === 0 ? "" : `; these stay: ${home.others.join(", ")}`;
  return [...lines, `Deleted: ${home.entries.join(", ")} in ${home.path}${otherFiles}`].join("\n");
}
