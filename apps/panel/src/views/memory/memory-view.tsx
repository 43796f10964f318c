/** The view of one memory: its content, why it is trusted, which code it is about, and its history. */
import type { MemoryDetail } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { call } from "../../data/api.ts";
import { useWords } from "../../i18n/words.ts";
import { Loaded } from "../../parts/empty.tsx";
import { useTitle } from "../../parts/heading.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { FlagMarks, StandingMark, Time, TypeMark } from "../../parts/marks.tsx";
import { ReviewReasons } from "../../parts/review-reasons.tsx";
import { Facts } from "./facts.tsx";
import { Code, EvidencePart, Relations, ShownTo, Versions } from "./history.tsx";
import { MemoryActions } from "./memory-actions.tsx";
import { Procedure } from "./procedure.tsx";

export function MemoryView() {
  const { t } = useWords();
  const { id } = useParams({ from: "/memories/$id" });
  const query = useQuery({
    queryKey: ["memories", "one", id],
    queryFn: ({ signal }) => call("GET /api/memories/:id", {}, { params: { id }, signal }),
  });
  return (
    <article className="view">
      <Link to="/memories" className="back">
        <ArrowLeft size={16} aria-hidden="true" />
        {t("memory.back")}
      </Link>
      <Loaded query={query} lines={6} isView>
        {(detail) => <Content detail={detail} />}
      </Loaded>
    </article>
  );
}

function Content({ detail }: { readonly detail: MemoryDetail }) {
  const { t } = useWords();
  const { memory } = detail;
  useTitle(memory.title);
  return (
    <div className="memory">
      <div className="memory-main">
        <header className="memory-head">
          <p className="meta">
            <TypeMark type={memory.type} />
            <StandingMark standing={memory.standing} />
            <FlagMarks flags={memory.flags} state={memory.state} />
            <Time atMs={memory.createdAtMs} />
          </p>
          {isBeginning(memory.title, memory.content) ? (
            <h1 className="memory-content">
              <Cited text={memory.content} />
            </h1>
          ) : (
            <>
              <h1 className="memory-title">
                <Cited text={memory.title} />
              </h1>
              <p className="memory-content">
                <Cited text={memory.content} />
              </p>
            </>
          )}
        </header>
        <MemoryActions memory={memory} />
        {detail.reviewReasons.length === 0 ? null : (
          <section className="doubt" aria-label={t("memory.why")}>
            <h2>{t("memory.why")}</h2>
            <ReviewReasons reasons={detail.reviewReasons} className="plain-list" />
          </section>
        )}
        {detail.procedure === null ? null : <Procedure procedure={detail.procedure} />}
        <EvidencePart evidence={detail.evidence} />
        <Code detail={detail} />
        <Relations relations={detail.relations} />
        <ShownTo shown={detail.shown} />
        <Versions versions={detail.versions} now={memory.content} />
      </div>
      <Facts detail={detail} />
    </div>
  );
}

/** Returns whether the title only repeats the beginning of the text, from which most titles are made. */
function isBeginning(title: string, content: string): boolean {
  const plain = (text: string) => text.replace(/[`\s]+/g, " ").trim();
  return plain(content).startsWith(plain(title.replace(/…$/, "")));
}
