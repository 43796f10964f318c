/** The view of one file: its memories, what depends on it, what it uses, its symbols, and files that change with it. */
import type { CodeFileDetail, RelatedCode } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { call } from "../../data/api.ts";
import { useWords } from "../../i18n/words.ts";
import { Commands, Empty, Loaded } from "../../parts/empty.tsx";
import { Heading, useTitle } from "../../parts/heading.tsx";
import { FileLink } from "../../parts/links/file-link.tsx";
import { MemoryLink } from "../../parts/links/memory-link.tsx";
import { SymbolList } from "./symbol-list.tsx";
import { Uses } from "./uses.tsx";

export function FileView() {
  const { t } = useWords();
  const place = useSearch({ from: "/code/file" });
  const query = useQuery({
    queryKey: ["code", "file", place],
    queryFn: ({ signal }) => call("GET /api/code/file", place, { signal }),
    enabled: place.path !== "",
    // Another symbol of the same file replaces only its users and uses.
    placeholderData: (before) => (before?.path === place.path ? before : undefined),
  });
  if (place.path === "")
    return (
      <article className="view">
        <Heading text={t("nav.code")} />
        <Empty title={t("code.noPath")}>
          <Link to="/code" className="button button-plain">
            {t("code.back")}
          </Link>
        </Empty>
      </article>
    );
  return (
    <article className="view">
      <Link
        to="/code"
        search={query.data?.module == null ? {} : { module: query.data.module }}
        className="back"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {query.data?.module ?? t("code.back")}
      </Link>
      <Loaded query={query} lines={8} isView>
        {(file) => <Content file={file} asked={place.symbol ?? null} />}
      </Loaded>
    </article>
  );
}

interface ContentProps {
  readonly file: CodeFileDetail;
  /** Symbol that the address names. */
  readonly asked: string | null;
}

function Content({ file, asked }: ContentProps) {
  const { t } = useWords();
  const { path, symbol, usedBy, uses } = file;
  const cut = path.lastIndexOf("/") + 1;
  useTitle(path.slice(cut));
  return (
    <>
      <header className="file-head">
        <p className="file-folder">{path.slice(0, cut)}</p>
        <h1 className="file-name">
          {path.slice(cut)}
          {symbol === null ? null : <span className="path-symbol">{symbol}</span>}
        </h1>
        <p className="meta">
          {asked === null ? null : (
            <>
              {symbol === null ? <span>{t("code.noSymbol", { symbol: asked })}</span> : null}
              <Link to="/code/file" search={{ path }}>
                {t("code.wholeFile")}
              </Link>
            </>
          )}
          {file.state === "folder" ? (
            <Link to="/code" search={{ folder: path }}>
              {t("code.folderFiles")}
            </Link>
          ) : null}
          <Link to="/graph" search={{ focus: `file:${path}` }}>
            {t("graph.show")}
          </Link>
        </p>
        {file.state === "read" ? null : (
          <p className="limits">
            <Commands text={t(`codeState.${file.state}`)} />
          </p>
        )}
      </header>
      <div className="columns">
        <div>
          <Memories file={file} />
          {usedBy === null ? null : (
            <Uses
              uses={usedBy}
              via="via"
              title={t("code.usedBy")}
              none={t("code.usedByNone")}
              own={path}
            />
          )}
          {uses === null ? null : (
            <Uses
              uses={uses}
              via="usedVia"
              title={t("code.uses")}
              none={t("code.usesNone")}
              own={path}
            />
          )}
        </div>
        <div>
          <SymbolList file={file} />
          <Related related={file.related} />
        </div>
      </div>
    </>
  );
}

function Memories({ file: { path, state, memories } }: { readonly file: CodeFileDetail }) {
  const { t } = useWords();
  const isFolder = state === "folder";
  return (
    <section className="section">
      <h2>{t("nav.memories")}</h2>
      {memories.length === 0 ? (
        <p className="muted">{t(isFolder ? "code.folderMemoriesNone" : "code.memoriesNone")}</p>
      ) : null}
      <ul className="memory-list">
        {memories.map(({ memory, symbols, folder }) => (
          <li key={memory.id}>
            <MemoryLink memory={memory} />
            {folder === null && symbols.length === 0 ? null : (
              <p className="meta memory-place">
                {folder === null ? null : <span>{t("code.onFolder", { folder })}</span>}
                {symbols.map((symbol) => (
                  <code key={symbol}>{symbol}</code>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
      {/* The list above is cut, and has nothing of the files in a folder. */}
      {memories.length === 0 && !isFolder ? null : (
        <Link to="/memories" search={{ file: path }} className="more">
          {t(isFolder ? "code.allFolderMemories" : "code.allMemories")}
        </Link>
      )}
    </section>
  );
}

function Related({ related }: { readonly related: readonly RelatedCode[] }) {
  const { t } = useWords();
  if (related.length === 0) return null;
  return (
    <section className="section">
      <h2>{t("code.related")}</h2>
      <ul className="place-list">
        {related.map(({ path, source, count, of }) => (
          <li key={`${source} ${path}`}>
            <FileLink path={path} />
            <span className="meta">
              {t(source === "git" ? "code.together" : "code.togetherSessions", {
                count: of,
                both: count,
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
