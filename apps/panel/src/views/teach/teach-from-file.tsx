/** Teaches from a file: shows what each of its insights would store and what is known already, and stores the chosen ones. */
import type { TeachResult } from "@tacit-memory/protocol";
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { CallFailed, call } from "../../data/api.ts";
import { useAct } from "../../data/changes.ts";
import { bytes, number, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Commands } from "../../parts/empty.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { MemoryLink } from "../../parts/links/memory-link.tsx";
import { TypeMark } from "../../parts/marks.tsx";
import { type Insight, MAX_FILE_BYTES, type ReadFile, readTeaching } from "./teach-file.ts";

type Opened = ReadFile & { readonly name: string };

export function TeachFromFile() {
  const { t, language } = useWords();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    const { name, size } = file;
    // A large file is not read at all.
    const read: ReadFile =
      size > MAX_FILE_BYTES
        ? { problem: "too_large" }
        : readTeaching(name, new Uint8Array(await file.arrayBuffer()));
    setOpened({ name, ...read });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files[0]);
  };
  const most = bytes(MAX_FILE_BYTES, language);
  return (
    <section className="section teach-file">
      <h2>{t("teach.fromFile")}</h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button in it */}
      <div
        className={isOver ? "drop-zone drop-over" : "drop-zone"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Button
          icon={<FileUp size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t("teach.chooseFile")}
        </Button>
        <span className="muted">{t("teach.dropFile", { size: most })}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".md,.markdown,.txt,.json,.jsonl,text/*,application/json"
          onChange={({ target }) => {
            void open(target.files?.[0]);
            // The same file can be chosen again after it was changed.
            target.value = "";
          }}
        />
      </div>
      {opened === null ? null : "problem" in opened ? (
        <p className="agent-warning" role="alert">
          {opened.name}: <Commands text={t(`teachFile.${opened.problem}`, { size: most })} />
        </p>
      ) : (
        <Insights
          key={`${opened.name} ${JSON.stringify(opened.insights)}`}
          opened={opened}
          close={() => setOpened(null)}
        />
      )}
    </section>
  );
}

interface InsightsProps {
  readonly opened: Extract<Opened, { readonly insights: readonly Insight[] }>;
  readonly close: () => void;
}

function Insights({ opened: { name, insights, left }, close }: InsightsProps) {
  const { t, language } = useWords();
  const { store, isStoring, refused } = useStoreAll(close);
  /** What a person decided; without a decision, what nobody knows yet is chosen. */
  const [decided, setDecided] = useState<ReadonlyMap<number, boolean>>(new Map());
  const previews = useQueries({ queries: insights.map(previewQuery) });
  const isChosen = (at: number) =>
    decided.get(at) ?? (previews[at]?.data !== undefined && previews[at].data.similar.length === 0);
  const chosen = insights.filter((_, at) => isChosen(at));
  const isReady = previews.every(({ isPending }) => !isPending);
  return (
    <>
      <p className="meta" role="status">
        {t("teach.inFile", {
          count: insights.length,
          number: number(insights.length, language),
          name,
        })}{" "}
        {left === 0 ? null : t("teach.leftInFile", { count: left, number: number(left, language) })}
      </p>
      <ul className="insights" aria-label={name}>
        {insights.map((insight, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the insights of one file never change places
          <li key={at}>
            <InsightRow
              insight={insight}
              preview={previews[at]}
              refused={refused.get(insight) ?? null}
              isChosen={isChosen(at)}
              choose={(isOn) => setDecided(new Map(decided).set(at, isOn))}
            />
          </li>
        ))}
      </ul>
      <div className="insight-actions">
        <Button
          look="primary"
          disabled={isStoring || !isReady || chosen.length === 0}
          onClick={() => void store(chosen)}
        >
          {t("teach.storeAll", { count: chosen.length, number: number(chosen.length, language) })}
        </Button>
        <Button look="quiet" onClick={close}>
          {t("action.cancel")}
        </Button>
      </div>
    </>
  );
}

function previewQuery({ content }: Insight) {
  return {
    queryKey: ["teach", content],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call("POST /api/teach", { content, isPreview: true }, { signal }),
  };
}

interface InsightRowProps {
  readonly insight: Insight;
  readonly preview: UseQueryResult<TeachResult> | undefined;
  /** Code of the reason why it was not stored; null if it was not tried. */
  readonly refused: string | null;
  readonly isChosen: boolean;
  readonly choose: (isOn: boolean) => void;
}

function InsightRow({ insight, preview, refused, isChosen, choose }: InsightRowProps) {
  const { t, word } = useWords();
  const { redactions = [], similar = [], content = insight.content } = preview?.data ?? {};
  return (
    <>
      <label className="insight">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ target }) => choose(target.checked)}
        />
        <span className="insight-text">
          {insight.type === undefined ? null : <TypeMark type={insight.type} />}
          <Cited text={content} isInLink />
        </span>
      </label>
      {refused === null ? null : (
        <p className="agent-warning">
          {t("teach.refused")}: {word("refused", refused)}
        </p>
      )}
      {redactions.length === 0 ? null : <p className="insight-note">{t("teach.redactedHere")}</p>}
      {similar.slice(0, 1).map((memory) => (
        <div key={memory.id} className="insight-note">
          {t("teach.similar")}: <MemoryLink memory={memory} />
        </div>
      ))}
    </>
  );
}

/** Stores insights one after the other, with one notice and one undo for all of them. */
function useStoreAll(close: () => void) {
  const { t } = useWords();
  const act = useAct();
  const [isStoring, setStoring] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<Insight, string>>(new Map());
  const store = async (insights: readonly Insight[]) => {
    setStoring(true);
    await act(async () => {
      const made: string[] = [];
      const left = new Map<Insight, string>();
      for (const insight of insights) {
        const { memoryId, refused: reason, changes } = await taught(insight);
        if (memoryId === null) left.set(insight, reason ?? "");
        else made.unshift(...changes);
      }
      setRefused(left);
      const count = insights.length - left.size;
      if (left.size === 0) close();
      const detail =
        left.size === 0 ? {} : { detail: t("teach.someRefused", { count: left.size }) };
      const isFailure = count === 0;
      return { text: t("teach.storedAll", { count }), ...detail, isFailure, changes: made };
    });
    setStoring(false);
  };
  return { store, isStoring, refused };
}

type Taught = Pick<TeachResult, "memoryId" | "refused" | "changes">;

/** One insight that the server does not accept must not keep the others from being stored. */
async function taught(insight: Insight): Promise<Taught> {
  try {
    return await call("POST /api/teach", insight);
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.code !== "usage") throw error;
    return { memoryId: null, refused: "not_accepted", changes: [] };
  }
}
