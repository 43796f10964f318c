/**
 * Cursor's database, `state.vscdb`: a table of keys and JSON. The global database contains the conversations
 * (`composerData:<id>`) and their messages, either in keys of their own (`bubbleId:<id>:<message>`) or, before 2025, in the
 * conversation. The database of a window contains conversations of older versions, and a list of its own conversations. The
 * format is undocumented: this reader follows what others found, and was not tested with a running Cursor.
 */

import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { asArray, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import type { Event } from "@tacit-memory/protocol";
import { EventBuilder } from "../../events/event-builder.ts";
import { isWithin } from "../../events/session-paths.ts";
import { isDatabase, withDatabaseCopy } from "../../input/database-copy.ts";
import { readBubble } from "./bubbles.ts";
import {
  composerAt,
  composersIn,
  conversationOf,
  itemIn,
  type OnProblem,
  ownersIn,
  summaryOf,
} from "./records.ts";
import {
  type CursorWorkspace,
  cursorWorkspaces,
  folderOfUri,
  workspaceFolder,
} from "./workspaces.ts";

/** Keys of ItemTable, and fields of their values. */
const LISTED = "composer.composerData";
const OLD_CHAT = "workbench.panel.aichat.view.aichat.chatdata";
/** How many messages are searched for the folder of a conversation. */
const MAX_LOOKED_AT = 20;
const OPEN = ["selectedComposerIds", "lastFocusedComposerIds"];

export interface CursorOptions {
  readonly onProblem: OnProblem;
  /** Only conversations in or below these folders. Default: all. */
  readonly roots?: readonly string[] | undefined;
}

type Messages = Iterable<{ readonly id: string; readonly bubble: JsonRecord }>;

/** A conversation, before its messages are read. */
interface Composer {
  readonly id: string;
  readonly createdMs: number;
  readonly folder: string | undefined;
  /** The conversation that started this one as a subagent. */
  readonly parent: string | undefined;
  /** Reads the messages again at each call, because there are many large ones. */
  readonly messages: (onProblem: OnProblem) => Messages;
}

/** Throws errors of the file system. A damaged row is skipped and reported to `onProblem`. */
export async function* cursorEvents(path: string, options: CursorOptions): AsyncGenerator<Event> {
  const isOfAll = basename(dirname(path)) === "globalStorage";
  const folders = isOfAll ? await foldersByComposer(dirname(dirname(path)), options) : NONE;
  const own = isOfAll ? null : await workspaceFolder(dirname(path));
  yield* withDatabaseCopy(path, (db) => {
    const knownFolders = { ...folders, own: own ?? undefined };
    return eventsOf([...composersOf(db, knownFolders, options)], options);
  });
}

interface Folders {
  readonly byComposer: ReadonlyMap<string, string>;
  readonly byWorkspace: ReadonlyMap<string, string>;
  /** The folder of the window, if its own database is read. */
  readonly own?: string | undefined;
}

const NONE: Folders = { byComposer: new Map(), byWorkspace: new Map() };

/** Reads the lists in the databases of the windows, only of windows in `roots` if these are set. */
async function foldersByComposer(
  user: string,
  { roots, onProblem }: CursorOptions,
): Promise<Folders> {
  const byComposer = new Map<string, string>();
  const workspaces = await cursorWorkspaces(user);
  for (const workspace of workspaces) {
    if (roots !== undefined && !isWithin(workspace.folder, roots)) continue;
    for (const id of await listedIn(workspace, onProblem)) byComposer.set(id, workspace.folder);
  }
  return { byComposer, byWorkspace: new Map(workspaces.map(({ id, folder }) => [id, folder])) };
}

async function listedIn(
  { database, folder }: CursorWorkspace,
  onProblem: OnProblem,
): Promise<string[]> {
  const ids: string[] = [];
  const problem = () => {
    const where = join(basename(dirname(database)), basename(database));
    const reason = `${where} cannot be read, so some conversations of ${folder} may be taken for nobody's`;
    onProblem({ line: 0, reason });
  };
  try {
    if (!(await isDatabase(database))) return [];
    const listing = withDatabaseCopy(database, (db) => [itemIn(db, LISTED, problem)]);
    for await (const listed of listing) {
      const record = asRecord(listed) ?? {};
      const all = asArray(record["allComposers"]).map((item) => asRecord(item)?.["composerId"]);
      const open = OPEN.flatMap((key) => asArray(record[key]));
      ids.push(...[...all, ...open].filter((id) => typeof id === "string"));
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") problem();
  }
  return ids;
}

function* composersOf(db: DatabaseSync, folders: Folders, options: CursorOptions) {
  const { onProblem } = options;
  const owners = ownersIn(db);
  const seen = new Set<string>();
  const composer = (
    id: string,
    { createdMs, parent }: ReturnType<typeof summaryOf>,
    again: () => JsonRecord,
  ): Composer => {
    const owner = owners.get(id);
    const candidates = [owner?.folder, folders.byWorkspace.get(owner?.workspace ?? "")];
    const folder =
      candidates.find((candidate) => candidate !== undefined) ??
      folders.byComposer.get(id) ??
      folders.own;
    const messages = (onProblem: OnProblem) => conversationOf(db, id, again(), onProblem);
    seen.add(id);
    return {
      id,
      createdMs,
      parent,
      messages,
      folder: folder ?? folderIn(messages(() => undefined)),
    };
  };
  // A separate function, so that no closure keeps the record in memory.
  for (const { id, record } of composersIn(db, onProblem))
    yield composer(id, summaryOf(record), rereading(db, id));
  const listed = asArray(asRecord(itemIn(db, LISTED))?.["allComposers"]);
  const chats = asArray(asRecord(itemIn(db, OLD_CHAT))?.["tabs"]);
  for (const record of [...listed, ...chats].map(asRecord)) {
    const id = asText(record?.["composerId"]) ?? asText(record?.["tabId"]);
    if (record !== undefined && id !== undefined && !seen.has(id))
      yield composer(id, summaryOf(record), () => record);
  }
}

function rereading(db: DatabaseSync, id: string): () => JsonRecord {
  return () => composerAt(db, id);
}

/** The folder that the first messages name. */
function folderIn(messages: Messages): string | undefined {
  let count = 0;
  for (const { bubble } of messages) {
    const [uri] = asArray(bubble["workspaceUris"]);
    const found = asText(bubble["workspaceProjectDir"]) ?? folderOfUri(asText(uri) ?? "");
    if (found) return found;
    if (++count === MAX_LOOKED_AT) return undefined;
  }
  return undefined;
}

function* eventsOf(
  composers: readonly Composer[],
  { roots, onProblem }: CursorOptions,
): Generator<Event> {
  const byId = new Map(composers.map((composer) => [composer.id, composer]));
  const sortedLines = composers.toSorted((a, b) => a.createdMs - b.createdMs);
  for (const composer of sortedLines) {
    const root = rootOf(composer, byId);
    const folder = root.folder ?? composer.folder;
    if (roots !== undefined && (folder === undefined || !isWithin(folder, roots))) continue;
    const builder = new EventBuilder({
      session: root.id,
      agent: "cursor",
      source: "transcript",
      startMs: composer.createdMs,
      agentId: root === composer ? undefined : composer.id,
    });
    builder.place(folder, undefined);
    for (const { id, bubble } of composer.messages(onProblem)) {
      readBubble(builder, bubble, id);
      yield* builder.drain();
    }
    builder.finish();
    yield* builder.drain();
  }
}

/** The topmost conversation, which is the user's. */
function rootOf(composer: Composer, byId: ReadonlyMap<string, Composer>): Composer {
  const seen = new Set<string>();
  let root = composer;
  for (;;) {
    const above = byId.get(root.parent ?? "");
    if (above === undefined || seen.has(above.id)) return root;
    seen.add(above.id);
    root = above;
  }
}
