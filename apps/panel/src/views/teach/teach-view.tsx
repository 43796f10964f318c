/** Teach view: stores a text as a memory, after a preview of what would be stored and of similar memories. */
import type { TeachResult } from "@tacit-memory/protocol";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useDeferredValue, useState } from "react";
import { call } from "../../data/api.ts";
import { useAct } from "../../data/changes.ts";
import { useDraft } from "../../data/drafts.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Heading } from "../../parts/heading.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { MemoryLink } from "../../parts/links/memory-link.tsx";
import { TeachFromFile } from "./teach-from-file.tsx";

/** Types that people can choose; Tacit creates the other types itself. */
const TYPES = [
  "gotcha",
  "decision",
  "convention",
  "preference",
  "error_pattern",
  "dead_end",
  "workflow_recipe",
  "fact",
] as const;
/** Minimum number of characters for a preview. */
const MIN_CHARS = 10;

export function TeachView() {
  const { t } = useWords();
  const { q } = useSearch({ from: "/teach" });
  return (
    <article className="view view-narrow">
      <header className="view-head">
        <Heading text={t("nav.teach")} />
        <p className="lead">{t("teach.lead")}</p>
        {q === undefined ? null : (
          <p className="teach-question">{t("teach.answers", { question: q })}</p>
        )}
      </header>
      <TeachForm />
      <TeachFromFile />
    </article>
  );
}

function TeachForm() {
  const { t, word } = useWords();
  const { store, isStoring } = useStore();
  const { text: content, change: setContent, clear } = useDraft("teach", "");
  const [type, setType] = useState("");
  const [paths, setPaths] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const files = paths.split(/[\s,]+/).filter((path) => path !== "");
    void store({ content, files, ...(type === "" ? {} : { type }) }, clear);
  };
  return (
    <form className="form" onSubmit={submit}>
      <label htmlFor="teach-text">{t("teach.text")}</label>
      <textarea
        id="teach-text"
        className="field"
        rows={5}
        value={content}
        placeholder={t("teach.placeholder")}
        onChange={({ target }) => setContent(target.value)}
      />
      <div className="form-row">
        <div>
          <label htmlFor="teach-type">{t("memories.type")}</label>
          <select
            id="teach-type"
            className="field"
            value={type}
            onChange={({ target }) => setType(target.value)}
          >
            <option value="">{t("teach.anyType")}</option>
            {TYPES.map((one) => (
              <option key={one} value={one}>
                {word("type", one)}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor="teach-files">{t("teach.files")}</label>
          <input
            id="teach-files"
            className="field"
            value={paths}
            placeholder="src/store/open.ts"
            onChange={({ target }) => setPaths(target.value)}
          />
        </div>
      </div>
      <Preview content={useDeferredValue(content)} />
      <Button
        look="primary"
        type="submit"
        disabled={isStoring || content.trim().length < MIN_CHARS}
      >
        {t("teach.store")}
      </Button>
    </form>
  );
}

function Preview({ content }: { readonly content: string }) {
  const { t } = useWords();
  const isLong = content.trim().length >= MIN_CHARS;
  const { data } = useQuery({
    queryKey: ["teach", content],
    queryFn: ({ signal }) => call("POST /api/teach", { content, isPreview: true }, { signal }),
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  if (!isLong || data === undefined) return <p className="muted">{t("teach.preview")}</p>;
  return (
    <div className="preview" role="status">
      {data.redactions.length === 0 ? null : (
        <section className="doubt">
          <h2>{t("teach.redacted")}</h2>
          <p className="event-text">
            <Cited text={data.content} />
          </p>
        </section>
      )}
      {data.similar.length === 0 ? null : <Similar similar={data.similar} />}
    </div>
  );
}

function Similar({ similar }: Pick<TeachResult, "similar">) {
  const { t } = useWords();
  return (
    <section className="section">
      <h2>{t("teach.similar")}</h2>
      <ul className="memory-list">
        {similar.map((memory) => (
          <li key={memory.id}>
            <MemoryLink memory={memory} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Taught {
  readonly content: string;
  readonly files: readonly string[];
  readonly type?: string;
}

function useStore() {
  const { t, word } = useWords();
  const act = useAct();
  const navigate = useNavigate();
  const [isStoring, setStoring] = useState(false);
  const store = async (taught: Taught, stored: () => unknown) => {
    setStoring(true);
    await act(async () => {
      const { memoryId, mergedInto, refused, changes } = await call("POST /api/teach", taught);
      if (memoryId === null)
        return {
          text: t("teach.refused"),
          detail: word("refused", refused ?? ""),
          isFailure: true,
        };
      stored();
      await navigate({ to: "/memories/$id", params: { id: memoryId } });
      return { text: t(mergedInto === null ? "teach.stored" : "teach.merged"), changes };
    });
    setStoring(false);
  };
  return { store, isStoring };
}
