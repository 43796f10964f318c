/** Shows what a decision is about: a memory, a candidate or a proposal, why it needs a person, and the other memories concerned. */
import type {
  MemoryRow,
  ReviewCandidate,
  ReviewItem,
  ReviewMemory,
  ReviewProposal,
} from "@tacit-memory/protocol";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/words.ts";
import { Evidence } from "../../parts/evidence.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { FlagMarks, StandingMark, Time, TypeMark } from "../../parts/marks.tsx";
import { ReviewReasons } from "../../parts/review-reasons.tsx";
import { type WordChange, wordChanges } from "../../parts/word-changes.ts";

export function ItemCard({ item }: { readonly item: ReviewItem }) {
  if (item.kind === "proposal") return <ProposalCard item={item} />;
  return item.kind === "memory" ? <MemoryCard item={item} /> : <CandidateCard item={item} />;
}

function MemoryCard({ item }: { readonly item: ReviewMemory }) {
  const { t } = useWords();
  const { memory, reasons, against } = item;
  return (
    <>
      <p className="card-kind">{t("review.doubt")}</p>
      <ReviewReasons reasons={reasons} className="card-reasons" />
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

interface CardProps {
  readonly memory: MemoryRow;
  /** Default: the content of the memory. */
  readonly text?: ReactNode;
}

/** A memory's text, marks and files. */
export function Card({ memory, text = <Cited text={memory.content} /> }: CardProps) {
  return (
    <div className="card">
      <p className="card-text">{text}</p>
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

function ProposalCard({ item: { change, memories } }: { readonly item: ReviewProposal }) {
  const { t } = useWords();
  const [one, other, ...more] = memories;
  return (
    <>
      <p className="card-kind">{t("review.proposal")}</p>
      <p className="card-why">{t(`proposal.${change}`)}</p>
      {one !== undefined && other !== undefined && more.length === 0 ? (
        <Pair
          one={one}
          other={other}
          isCompared={change === "merge" || change === "contradiction"}
        />
      ) : (
        memories.map((memory) => <Card key={memory.id} memory={memory} />)
      )}
    </>
  );
}

interface PairProps {
  readonly one: MemoryRow;
  readonly other: MemoryRow;
  /** Whether the words that only one of them contains are marked. */
  readonly isCompared: boolean;
}

function Pair({ one, other, isCompared }: PairProps) {
  const { t } = useWords();
  const changes = isCompared ? wordChanges(one.content, other.content) : null;
  return (
    <div className="sides">
      <section>
        <h2>{t("review.oneMemory")}</h2>
        <Card memory={one} text={changes === null ? undefined : marked(changes, "removed")} />
      </section>
      <section>
        <h2>{t("review.otherMemory")}</h2>
        <Card memory={other} text={changes === null ? undefined : marked(changes, "added")} />
      </section>
    </div>
  );
}

/** Renders one side of a comparison, with the words marked that the other side does not contain. */
function marked(changes: readonly WordChange[], own: "removed" | "added"): ReactNode {
  return changes.map(({ kind, text }, i) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text never change places
    if (kind === own) return <mark key={i}>{text}</mark>;
    return kind === "same" ? <span key={i}>{text}</span> : null;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of one text never change places
  });
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
          <Cited text={content} />
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
