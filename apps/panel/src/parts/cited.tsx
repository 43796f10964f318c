/**
 * Renders a text with its `[mem:…]` citations as chips that link to the memory, and its `code` as code. Everything else stays
 * plain text.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CallFailed, call } from "../data/api.ts";
import { useWords } from "../i18n/words.ts";

const CITATION = /(\[mem:[0-9a-f-]{4,36}\]|`[^`\n]+`)/gi;
/** Maximum number of chips; the rest is behind a button, so that a list of sources does not bury the text. */
const MAX_CHIPS = 5;

export function Cited({ text }: { readonly text: string }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  let chips = 0;
  const parts = text.split(CITATION).map((part, i) => {
    const id = /^\[mem:(.+)\]$/i.exec(part)?.[1];
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text never change places
    if (id !== undefined) {
      chips += 1;
      return chips > MAX_CHIPS && !isOpen ? null : <CitationChip key={i} id={id} />;
    }
    return /^`.+`$/.test(part) ? <code key={i}>{part.slice(1, -1)}</code> : part;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of one text never change places
  });
  return (
    <>
      {parts}
      {chips > MAX_CHIPS && !isOpen ? (
        <button type="button" className="citation" onClick={() => setOpen(true)}>
          {t("citation.more", { count: chips - MAX_CHIPS })}
        </button>
      ) : null}
    </>
  );
}

function CitationChip({ id }: { readonly id: string }) {
  const { t } = useWords();
  const { data, error } = useQuery({
    queryKey: ["memories", "one", id],
    queryFn: ({ signal }) => call("GET /api/memories/:id", {}, { params: { id }, signal }),
  });
  const isGone = error instanceof CallFailed;
  if (isGone)
    return (
      <span className="citation citation-gone" title={t("citation.gone")}>
        {id.slice(-8)}
        <span className="sr-only">{t("citation.gone")}</span>
      </span>
    );
  return (
    <Link to="/memories/$id" params={{ id }} className="citation" title={data?.memory.content}>
      {data?.memory.title ?? id.slice(-8)}
    </Link>
  );
}
