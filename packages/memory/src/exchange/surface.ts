/** `tacit.exchange`: import of rule files, git history, transcripts, other programs' stores and exports, and export. */
import type {
  TranscriptsProgress,
  TranscriptsRequest,
} from "../capture/transcripts/import-transcripts.ts";
import type { Workspace, Writes } from "../workspace.ts";
import type { HistoryRequest } from "./import-history.ts";
import type { RulesRequest } from "./import-rules.ts";
import type { StoreImport } from "./import-store.ts";
import { removeFromMemoryFile } from "./markdown/remove-from-memory-file.ts";

const transfer = () => import("./transfer.ts");
const markdown = () => import("./markdown/import-markdown.ts");
const histories = () => import("./import-history.ts");
type Transfer = Awaited<ReturnType<typeof transfer>>;
type Markdown = Awaited<ReturnType<typeof markdown>>;

export function exchangeSurface(workspace: Workspace, { written, touch }: Writes) {
  return {
    importLines: async (
      lines: AsyncIterable<string>,
      how: Parameters<Transfer["importLines"]>[2],
    ) => {
      await touch();
      return written((await transfer()).importLines(workspace, lines, how));
    },
    importRules: async (request?: RulesRequest) => {
      const { importRules } = await import("./import-rules.ts");
      if (request?.isPreview === true) return importRules(workspace, request);
      await touch();
      return written(importRules(workspace, request));
    },
    importStore: async (path: string, request: StoreImport) => {
      const { importStore } = await import("./import-store.ts");
      if (request.isDryRun === true) return importStore(workspace, path, request);
      await touch();
      return written(importStore(workspace, path, request));
    },
    importHistory: async (request?: HistoryRequest) => {
      await touch();
      return written((await histories()).importHistory(workspace, request));
    },
    /** Stores the sessions of agents' transcripts, each under its project, and learns from them. */
    importTranscripts: async (
      request: TranscriptsRequest,
      onProgress?: (progress: TranscriptsProgress) => void,
    ) => (await histories()).importTranscripts(workspace, request, written, onProgress),
    /** Returns what a newcomer should know about the project first, in at most 600 tokens. */
    coreDocument: async () => (await import("./markdown/core-document.ts")).coreDocument(workspace),
    exportAll: async () => (await transfer()).exportAll(workspace),
    importExport: async (document: unknown, trust?: Parameters<Transfer["importExport"]>[2]) => {
      await touch();
      return written((await transfer()).importExport(workspace, document, trust));
    },
    /** Removes forgotten memories from `.tacit/MEMORY.md`, as `forget` does. Returns what became of it; null if there is none. */
    cleanMemoryFile: () => removeFromMemoryFile(workspace),
    importMarkdown: async (text: string, how?: Parameters<Markdown["importMarkdown"]>[2]) => {
      await touch();
      return written((await markdown()).importMarkdown(workspace, text, how));
    },
  };
}
