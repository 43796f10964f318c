/**
 * Renders a text with its `[mem:…]` citations as chips that link to the memory, and what is between backticks or in a fence as
 * code. Everything else stays plain text.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode, useState } from "react";
import { CallFailed, call } from "../../data/api.ts";
import { useWords } from "../../i18n/words.ts";

const CITATION = /(\[mem:[0-9a-f-]{4,36}\]|```(?:(?!```)[\s\S])+```|`[^`\n]+`)/gi;
const FENCE = /^```(?:[\w-]*\n)?([\s\S]*?)\s*```$/;
/** Maximum number of chips; the rest is behind a button, so that a list of sources does not bury the text. */
const MAX_CHIPS = 5;

interface CitedProps {
  readonly text: string;
  /** True inside a link, which cannot contain links or buttons: the chips only name the memories. */
  readonly isInLink?: boolean;
  /** Renders a part that is neither a citation nor code. Default: the text itself. */
  readonly plain?: (part: string) => ReactNode;
}

export function Cited({ text, isInLink = false, plain = (part) => part }: CitedProps) {
  const [isOpen, setOpen] = useState(false);
  let chips = 0;
  const parts = text.split(CITATION).map((part, i) => {
    const id = /^\[mem:(.+)\]$/i.exec(part)?.[1];
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text never change places
    if (id !== undefined) {
      chips += 1;
      return chips > MAX_CHIPS && !isOpen ? null : <Citation key={i} id={id} isInLink={isInLink} />;
    }
    const fenced = FENCE.exec(part)?.[1];
    if (fenced !== undefined)
      return (
        <code key={i} className="fenced">
          {fenced}
        </code>
      );
    if (/^`.+`$/.test(part)) return <code key={i}>{part.slice(1, -1)}</code>;
    // Spaces between chips that are not shown would leave a gap.
    if (chips > MAX_CHIPS && !isOpen && part.trim() === "") return null;
    return <Fragment key={i}>{plain(part)}</Fragment>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of one text never change places
  });
  const left = isOpen ? 0 : chips - MAX_CHIPS;
  return (
    <>
      {parts}
      {left > 0 ? <Left count={left} isInLink={isInLink} open={() => setOpen(true)} /> : null}
    </>
  );
}

interface LeftProps {
  readonly count: number;
  readonly isInLink: boolean;
  readonly open: () => void;
}

/** Says how many citations are not shown, and shows them when it is pressed. */
function Left({ count, isInLink, open }: LeftProps) {
  const { t } = useWords();
  const label = t("citation.more", { count });
  if (isInLink) return <span className="citation">{label}</span>;
  return (
    <button type="button" className="citation" onClick={open}>
      {label}
    </button>
  );
}

interface CitationProps {
  readonly id: string;
  readonly isInLink: boolean;
}

function Citation({ id, isInLink }: CitationProps) {
  const { t } = useWords();
  const { data, error } = useQuery({
    queryKey: ["memories", "one", id],
    queryFn: ({ signal }) => call("GET /api/memories/:id", {}, { params: { id }, signal }),
  });
  if (error instanceof CallFailed)
    return (
      <span className="citation citation-gone" title={t("citation.gone")}>
        {id.slice(-8)}
        <span className="sr-only">{t("citation.gone")}</span>
      </span>
    );
  const title = data?.memory.title.replaceAll("`", "") ?? id.slice(-8);
  if (isInLink) return <span className="citation">{title}</span>;
  return (
    <Link to="/memories/$id" params={{ id }} className="citation" title={data?.memory.content}>
      {title}
    </Link>
  );
}
