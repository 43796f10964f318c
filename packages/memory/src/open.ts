/**
 * Opens a store for one project and connects the parts; the only composition root. Hooks, CLI, MCP server and programs all
 * use it, with the same project detection and the same defaults.
 *
 * Use cases are imported on first call: a hook that only recalls does not load detection, schemas and imports, which take
 * longer to load than a recall takes (bench/hook-cold-start).
 */
import type { ProjectIdentity } from "@tacit-memory/project";
import { secretValuesOf } from "@tacit-memory/redact";
import { adminApi } from "./admin/admin-api.ts";
import { freshnessOf, indexedFilesDefining } from "./anchors/freshness/check-memories.ts";
import type { CodeReader } from "./anchors/link/link-symbols.ts";
import { briefApi } from "./brief/brief-api.ts";
import { readOwnPrivacy } from "./capture/own-privacy.ts";
import { updateTriggerMarker } from "./capture/trigger-marker.ts";
import { lazyCode } from "./code/code-api.ts";
import { refuseUnreadRules } from "./config/config-files.ts";
import { configuredOptions } from "./config/configured.ts";
import { trustOf } from "./config/trust.ts";
import { memoriesApi } from "./curate/memories-api.ts";
import { type Env, retentionIn } from "./domain/options.ts";
import type { TacitOptions } from "./domain/tacit-options.ts";
import { fileCleaner } from "./exchange/clean-files.ts";
import { exchangeApi } from "./exchange/exchange-api.ts";
import { noteOwnPlace } from "./exchange/own-places.ts";
import { sessionsApi } from "./report/sessions-api.ts";
import { lazyWords } from "./search/lazy-words.ts";
import { createMeaning } from "./search/meaning.ts";
import { createRerank } from "./search/rerank-stage.ts";
import { adoptIdentity } from "./store/adopt-identity.ts";
import { closeAll } from "./store/close-all.ts";
import { openStore } from "./store/open-store.ts";
import { resolveAlias, touchProject } from "./store/projects.ts";
import { makeHomeFolder, resolveProjectSync } from "./store/resolve-project.ts";
import { ignoreUnavailableStore, momentAt, type Workspace, type Writes } from "./workspace.ts";

/** Throws "store_…" and "driver_missing" as opening does, "config_malformed" for a broken `.tacit.json`, "usage" for a driver that there is not. */
export async function openTacit(input: TacitOptions) {
  makeHomeFolder(input.home);
  const own = input.identity ?? resolveProjectSync(input.cwd, { home: input.home });
  const options = configuredOptions({ ...input, identity: own }, own);
  const { env } = options;
  const workspace = await openWorkspace(options, (name) => filesDefining(name));
  const { home, identity, projectId } = workspace;
  noteOwnPlace(workspace, identity.root);
  const code = lazyCode(workspace);
  const filesDefining = indexedFilesDefining(workspace, code);
  const words = lazyWords(workspace, options.isLongLived === true && options.url === undefined);
  const cleaner = fileCleaner(workspace);
  const reader =
    options.readsCode === false ? null : { outline: code.outline, filesDefining: filesDefining };
  const writes = writesOf(workspace, cleaner, reader);
  const upkeep = async () => [
    ...(await import("./curate/decay/upkeep.ts")).upkeepOf(workspace),
    ...(await import("./exchange/file-upkeep.ts")).fileUpkeep(workspace, env),
  ];
  return {
    home,
    identity,
    projectId,
    memories: memoriesApi(workspace, writes, words),
    sessions: sessionsApi(workspace, writes, { env, upkeep }),
    brief: briefApi(workspace, env, code),
    code,
    exchange: exchangeApi(workspace, writes, cleaner),
    admin: adminApi(workspace, writes, { env, statedEnv: input.env ?? {} }),
    /** Whether this store must be opened again: its file was replaced, or the project is stored under another id now. */
    isOutdated: async () =>
      workspace.db.isReplaced() || (await resolveAlias(workspace.db, identity.id)) !== projectId,
    close: () =>
      closeAll([
        code.close,
        words.close,
        workspace.meaning.close,
        workspace.rerank.close,
        () => workspace.db.close(),
      ]),
  };
}

export type Tacit = Awaited<ReturnType<typeof openTacit>>;

async function openWorkspace(
  options: TacitOptions & { readonly identity: ProjectIdentity; readonly env: Env },
  filesDefining: Parameters<typeof freshnessOf>[1],
): Promise<Workspace> {
  const { home, identity, env, clock = Date.now } = options;
  const isBrief = options.isLongLived === false;
  const reading = { isMapped: isBrief && options.mayMap !== false, readsUnlocked: isBrief };
  const db = await openStore({ ...options, ...reading }, momentAt(clock()));
  const projectId = await adoptIdentity(db, home, identity, clock()).catch(
    async (error: unknown) => {
      await db.close();
      throw error;
    },
  );
  const own = readOwnPrivacy(home, identity.root);
  const redaction = { secretValues: secretValuesOf(env), patterns: own.patterns };
  const moment = () => momentAt(clock());
  return {
    db,
    home,
    identity,
    projectId,
    redaction,
    ignore: own.ignore,
    isStrict: options.isStrict === true,
    promotesStatistics: options.promotesStatistics === true,
    usePriors: options.usePriors === true,
    showsSecrets: options.showsSecrets === true,
    trust: trustOf(options.trust ?? "default"),
    retention: retentionIn(env),
    moment,
    meaning: createMeaning({ db, home, moment, redaction }, env),
    rerank: createRerank({ db, home, moment, redaction, projectId }, env),
    freshness: freshnessOf({ db, identity, projectId }, filesDefining),
  };
}

/** `reader`: null in a process that must be brief; it neither reads code nor waits for an encoder. */
function writesOf(
  workspace: Workspace,
  cleaner: ReturnType<typeof fileCleaner>,
  reader: CodeReader | null,
): Writes {
  const { home, identity } = workspace;
  const marked = async <T>(result: T): Promise<T> => {
    await updateTriggerMarker(workspace).catch(ignoreUnavailableStore);
    return result;
  };
  const link = async (code: CodeReader, mayGoOn?: () => boolean) => {
    const { linkPending } = await import("./learn/link-pending.ts");
    await linkPending(workspace, code, mayGoOn).catch(ignoreUnavailableStore);
  };
  return {
    removing: (work) => cleaner.around(async () => marked(await work())),
    written: async (write, mayGoOn) => {
      const result = await write;
      await workspace.meaning.keepUp(reader !== null);
      if (reader !== null) await link(reader, mayGoOn);
      return marked(result);
    },
    refuseUnread: () => refuseUnreadRules(home, identity.root),
    // At every write: another process may have deleted the project's row since.
    touch: async () => {
      refuseUnreadRules(home, identity.root);
      await touchProject(workspace.db, workspace.identity, workspace.moment().nowMs);
    },
  };
}
