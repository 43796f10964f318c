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
  const count = against.length;
  return (
    <>
      <p className="card-kind">{t(count === 0 ? "review.doubt" : "review.contradiction")}</p>
      {count === 0 ? null : <p className="card-why">{t("review.which", { count })}</p>}
      <ReviewReasons reasons={reasons} className="card-reasons" />
      {count === 0 ? (
        <Card memory={memory} />
      ) : (
        <Sides
          one={memory}
          others={against}
          names={[t("review.this"), t("review.against", { count })]}
          isCompared
        />
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
        <Sides
          one={one}
          others={[other]}
          names={[t("review.oneMemory"), t("review.otherMemory")]}
          isCompared={change === "merge" || change === "contradiction"}
        />
      ) : (
        memories.map((memory) => <Card key={memory.id} memory={memory} />)
      )}
    </>
  );
}

interface SidesProps {
  readonly one: MemoryRow;
  readonly others: readonly MemoryRow[];
  /** Headings of the sides. */
  readonly names: readonly [one: string, others: string];
  /** Whether the words that only one of two memories contains are marked. */
  readonly isCompared: boolean;
}

function Sides({ one, others, names, isCompared }: SidesProps) {
  const [other] = others;
  const changes =
    isCompared && other !== undefined && others.length === 1
      ? comparableChanges(one.content, other.content)
      : null;
  return (
    <div className="sides">
      <section>
        <h2>{names[0]}</h2>
        <Card memory={one} text={changes === null ? undefined : marked(changes, "removed")} />
      </section>
      <section>
        <h2>{names[1]}</h2>
        {others.map((memory) => (
          <Card
            key={memory.id}
            memory={memory}
            text={changes === null ? undefined : marked(changes, "added")}
          />
        ))}
      </section>
    </div>
  );
}

/** Part of the longer text that both must have in common, so that marks help: otherwise nearly every word is marked. */
const MIN_COMMON = 0.4;

/** Returns how the words of two texts differ; null if they have little in common. */
function comparableChanges(one: string, other: string): readonly WordChange[] | null {
  const changes = wordChanges(one, other);
  const common = changes
    .filter(({ kind }) => kind === "same")
    .reduce((length, { text }) => length + text.length, 0);
  return common >= MIN_COMMON * Math.max(one.length, other.length) ? changes : null;
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
