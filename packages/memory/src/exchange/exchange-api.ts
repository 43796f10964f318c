/** `tacit.exchange`: import of rule files, git history, transcripts, other programs' stores and exports, and export. */
import type {
  TranscriptsProgress,
  TranscriptsRequest,
  TranscriptToImport,
} from "../capture/transcripts/import-transcripts.ts";
import type { RepositoryTranscripts } from "../capture/transcripts/repository-transcripts.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { Workspace, Writes } from "../workspace.ts";
import type { fileCleaner } from "./clean-files.ts";
import type { HistoryRequest } from "./import-history.ts";
import type { RulesRequest } from "./import-rules.ts";
import type { StoreImport } from "./import-store.ts";
import type { Extent } from "./markdown/memory-files.ts";
import type { ImportTrust } from "./rules/as-stated-elsewhere.ts";
import type { SkillsRequest } from "./skills/import-skills.ts";

const transfer = () => import("./transfer.ts");
const markdown = () => import("./markdown/import-markdown.ts");
const histories = () => import("./import-history.ts");
const inRepository = () => import("../capture/transcripts/repository-transcripts.ts");
type Transfer = Awaited<ReturnType<typeof transfer>>;
type Markdown = Awaited<ReturnType<typeof markdown>>;

/** A project of the store and its folder. */
export interface StoredPlace {
  readonly id: ProjectId;
  readonly root: string;
}

function placed(workspace: Workspace, { id, root }: StoredPlace): Workspace {
  return { ...workspace, projectId: id, identity: { ...workspace.identity, root } };
}

export function exchangeApi(
  workspace: Workspace,
  { written, touch, refuseUnread }: Writes,
  cleaner: ReturnType<typeof fileCleaner>,
) {
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
    ) => {
      refuseUnread();
      return (await histories()).importTranscripts(workspace, request, written, onProgress);
    },
    /** Finds the transcripts that the repository contains, which other people may have written. */
    transcriptsInRepository: async () =>
      (await inRepository()).transcriptsInRepository(workspace.identity.root),
    /** Calls `read` with the files of these transcripts. Some exist only until it has ended. */
    withRepositoryTranscripts: async <T>(
      found: RepositoryTranscripts,
      read: (files: readonly TranscriptToImport[]) => Promise<T>,
    ): Promise<T> => {
      const { withRepositoryTranscripts } = await inRepository();
      return withRepositoryTranscripts(workspace.identity.root, found, read);
    },
    /** Returns what a newcomer should know about the project first, in at most 600 tokens. */
    coreDocument: async () => (await import("./markdown/core-document.ts")).coreDocument(workspace),
    exportAll: async () => (await transfer()).exportAll(workspace),
    importExport: async (document: unknown, trust?: Parameters<Transfer["importExport"]>[2]) => {
      await touch();
      return written((await transfer()).importExport(workspace, document, trust));
    },
    /**
     * Removes forgotten memories from the files in `.tacit` and from skill files, in every known checkout, as `forget` does. Returns the files that may still contain them, because
     * they must not be changed.
     */
    cleanMemoryFiles: () => cleaner.clean(),
    /** Lists the folders that belong to projects of the store: into each, Tacit may have written files. */
    checkouts: async (): Promise<StoredPlace[]> =>
      (await (await import("./checkouts.ts")).knownCheckouts(workspace)).map(
        ({ projectId, identity }) => ({ id: projectId, root: identity.root }),
      ),
    /** Writes or removes the files in `.tacit` of this project, or of another project of the store. */
    refreshMemoryFiles: async (
      extent: Extent = "all",
      place: StoredPlace = { id: workspace.projectId, root: workspace.identity.root },
      isDry = false,
    ) =>
      (await import("./markdown/memory-files.ts")).refreshMemoryFiles(
        placed(workspace, place),
        extent,
        isDry,
      ),
    /**
     * Writes or removes the skill files of this project's procedures, in the folders that agents read or only in `out`, an absolute
     * path; or those of another project of the store.
     */
    refreshSkillFiles: async (
      extent: "all" | "none" = "all",
      {
        out,
        place,
        isDry,
      }: {
        readonly out?: string | undefined;
        readonly place?: StoredPlace | undefined;
        readonly isDry?: boolean;
      } = {},
    ) =>
      (await import("./skills/skill-files.ts")).refreshSkillFiles(
        place === undefined ? workspace : placed(workspace, place),
        extent,
        out,
        isDry,
      ),
    /** Imports edits of skill files that Tacit wrote, and skills that people wrote, as one change that can be undone. */
    importSkills: async (request?: SkillsRequest) => {
      await touch();
      const { importSkills } = await import("./skills/import-skills.ts");
      return written(importSkills(workspace, request));
    },
    /** Writes everything of this project that is not secret to one file, with vectors and sessions. */
    exportArchive: async (path: string) =>
      (await import("./archive.ts")).exportArchive(workspace, path),
    importArchive: async (path: string, trust?: ImportTrust) => {
      await touch();
      const { importArchive } = await import("./archive.ts");
      return written(importArchive(workspace, path, trust));
    },
    importMarkdown: async (
      texts: string | readonly string[],
      how?: Parameters<Markdown["importMarkdown"]>[2],
    ) => {
      await touch();
      return written((await markdown()).importMarkdown(workspace, texts, how));
    },
  };
}
