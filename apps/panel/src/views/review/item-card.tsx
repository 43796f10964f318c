/** Shows what a decision is about: the memory or candidate, why it needs review, and the memories that contradict it. */
import type { MemoryRow, ReviewCandidate, ReviewItem, ReviewMemory } from "@tacit-memory/protocol";
import { useWords } from "../../i18n/words.ts";
import { Commands } from "../../parts/empty.tsx";
import { FlagMarks, StandingMark, Time, TypeMark } from "../../parts/marks.tsx";

export function ItemCard({ item }: { readonly item: ReviewItem }) {
  return item.kind === "memory" ? <MemoryCard item={item} /> : <CandidateCard item={item} />;
}

function MemoryCard({ item }: { readonly item: ReviewMemory }) {
  const { t } = useWords();
  const { memory, reasons, against } = item;
  return (
    <>
      <p className="card-kind">{t("review.doubt")}</p>
      {reasons.length === 0 ? null : (
        <ul className="card-reasons" lang="en">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {against.length === 0 ? (
        <Card memory={memory} />
      ) : (
        <div className="sides">
          <section>
            <h2>{t("review.this")}</h2>
            <Card memory={memory} />
          </section>
          <section>
            <h2>{t("review.against", { count: against.length })}</h2>
            {against.map((other) => (
              <Card key={other.id} memory={other} />
            ))}
          </section>
        </div>
      )}
      <Evidence evidence={item.evidence} />
    </>
  );
}

function Card({ memory }: { readonly memory: MemoryRow }) {
  return (
    <div className="card">
      <p className="card-text">
        <Commands text={memory.content} />
      </p>
      <p className="meta">
        <TypeMark type={memory.type} />
        <StandingMark standing={memory.standing} />
        <FlagMarks flags={memory.flags} state={memory.state} />
        <Time atMs={memory.createdAtMs} />
      </p>
      <Files files={memory.files} />
    </div>
  );
}

function CandidateCard({ item }: { readonly item: ReviewCandidate }) {
  const { t } = useWords();
  const { content, type, sessions, files, reason, createdAtMs } = item;
  return (
    <>
      <p className="card-kind">{t("review.waits")}</p>
      <p className="card-why">
        {reason === "awaits_review" || reason === "over_cap"
          ? t(`reason.${reason}`)
          : t("reason.other", { reason: (reason ?? "").replaceAll("_", " ") })}
      </p>
      <div className="card">
        <p className="card-text">
          <Commands text={content} />
        </p>
        <p className="meta">
          <TypeMark type={type} />
          <span>{t("review.seenIn", { count: sessions.length })}</span>
          <Time atMs={createdAtMs} />
        </p>
        <Files files={files} />
      </div>
      <Evidence evidence={item.evidence} />
    </>
  );
}

function Files({ files }: Pick<MemoryRow, "files">) {
  if (files.length === 0) return null;
  return (
    <p className="card-files">
      {files.map((file) => (
        <code key={file}>{file}</code>
      ))}
    </p>
  );
}

function Evidence({ evidence }: Pick<ReviewMemory, "evidence">) {
  const { word } = useWords();
  if (evidence.length === 0) return null;
  return (
    <ul className="event-list">
      {evidence.map(({ kind, detail, atMs }) => (
        <li key={`${kind} ${atMs} ${detail}`}>
          <span className="event-head">
            <strong>{word("evidence", kind)}</strong>
            <Time atMs={atMs} />
          </span>
          {detail === "" ? null : (
            <span className="event-text">
              <Commands text={detail} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
