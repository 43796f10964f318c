/** Ask view: answers a question with memories and with passages of past sessions. No model is called. */
import type { AnswerPassage, AskAnswer } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { call } from "../../data/api.ts";
import { useAgentName } from "../../data/project.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { ViewHead } from "../../parts/heading.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { MemoryLink } from "../../parts/links/memory-link.tsx";
import { Time } from "../../parts/marks.tsx";

export interface Question {
  readonly q?: string;
}

export function readQuestion(search: Readonly<Record<string, unknown>>): Question {
  const { q } = search;
  return typeof q === "string" && q.trim() !== "" ? { q } : {};
}

/** The question that was just asked here. Another one in the address was asked before: it was reloaded, or linked to. */
let askedNow: string | null = null;

export function AskView() {
  const { t } = useWords();
  const { q = "" } = useSearch({ from: "/ask" });
  const navigate = useNavigate({ from: "/ask" });
  const [text, setText] = useState(q);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    askedNow = text.trim();
    void navigate({ search: { q: askedNow } });
  };
  return (
    <article className="view view-narrow">
      <ViewHead title={t("nav.ask")} lead={t("ask.lead")} />
      <form className="ask" onSubmit={ask}>
        <label htmlFor="question" className="sr-only">
          {t("ask.label")}
        </label>
        <input
          id="question"
          className="field"
          type="text"
          value={text}
          placeholder={t("ask.placeholder")}
          onChange={({ target }) => setText(target.value)}
        />
        <Button look="primary" type="submit" disabled={text.trim() === ""}>
          {t("ask.ask")}
        </Button>
      </form>
      {q === "" ? <Gaps /> : <Answers query={q} />}
    </article>
  );
}

function Answers({ query }: { readonly query: string }) {
  const { t } = useWords();
  const answer = useQuery({
    queryKey: ["ask", query],
    queryFn: ({ signal }) =>
      call("POST /api/ask", { query, isRepeated: query !== askedNow }, { signal }),
    // Each request records an unanswered question, so a change of the store must not repeat it.
    staleTime: "static",
    // Asked again when the view is opened again, because the answer may have changed by then.
    gcTime: 0,
  });
  return (
    <Loaded query={answer} lines={5}>
      {(found) =>
        found.answers.length === 0 ? (
          <Empty title={t("ask.none")} text={t("ask.noneText")}>
            <Link to="/teach" search={{ q: query }} className="button button-plain">
              {t("ask.teach")}
            </Link>
          </Empty>
        ) : (
          <Found found={found} />
        )
      }
    </Loaded>
  );
}

function Found({ found: { answers, isSure } }: { readonly found: AskAnswer }) {
  const { t } = useWords();
  return (
    <>
      <p className="lead" role="status">
        {t(isSure ? "ask.sure" : "ask.unsure")}
      </p>
      <ol className="answers">
        {answers.map((answer) => (
          <li key={answer.kind === "memory" ? answer.memory.id : answer.id}>
            {answer.kind === "memory" ? (
              <MemoryLink memory={answer.memory} />
            ) : (
              <Passage passage={answer} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function Passage({ passage }: { readonly passage: AnswerPassage }) {
  const { t, word } = useWords();
  const agentName = useAgentName();
  const { session, speaker, context, content, atMs, agent } = passage;
  return (
    <div className="passage">
      {context === "" ? null : (
        <p className="passage-context">
          <Cited text={topicOf(context)} />
        </p>
      )}
      <blockquote className="passage-text">
        <Cited text={content.replace(/\n\s*\n/g, "\n")} />
      </blockquote>
      <p className="meta">
        <span className="mark-type">{t("ask.said")}</span>
        <span>{word("speaker", speaker)}</span>
        {agent === null ? null : <span>{agentName(agent)}</span>}
        <Link to="/sessions/$id" params={{ id: session }} search={{ at: atMs }}>
          {t("ask.session")}
        </Link>
        <Time atMs={atMs} />
      </p>
    </div>
  );
}

/** Returns what a passage was about: of a pasted plan its title, which is on one line with all of the plan. */
function topicOf(context: string): string {
  const plan = /^implement the following plan:\s*#+\s*(?:plan:\s*)?(.*)$/i.exec(context)?.[1];
  return plan?.split(" ## ")[0] ?? context;
}

/** Lists the questions without an answer, as suggestions for what to teach next. */
function Gaps() {
  const { t } = useWords();
  const gaps = useQuery({
    queryKey: ["gaps"],
    queryFn: ({ signal }) => call("GET /api/gaps", {}, { signal }),
  });
  if (gaps.data === undefined || gaps.data.gaps.length === 0) return null;
  return (
    <section className="section">
      <h2>{t("ask.gaps")}</h2>
      <ul className="event-list">
        {gaps.data.gaps.map(({ id, query, times, lastAtMs }) => (
          <li key={id}>
            <Link to="/ask" search={{ q: query }}>
              {query}
            </Link>
            <span className="meta">
              <span>{t("ask.asked", { count: times })}</span>
              <Time atMs={lastAtMs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
