/** Replays a session: one moment at a time, with what was shown and learned until then. */
import type { SessionMoment, SessionReplay } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { call } from "../../data/api.ts";
import { type Player, usePlayer } from "../../data/player.ts";
import { useShortcuts } from "../../data/shortcuts.ts";
import { duration, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { Heading } from "../../parts/heading.tsx";
import { KeyHints } from "../../parts/keys.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { MomentCard, momentLine, momentTitle } from "./moment-card.tsx";

export function ReplayView() {
  const { t } = useWords();
  const { id } = useParams({ from: "/sessions/$id/replay" });
  const query = useQuery({
    queryKey: ["sessions", id, "replay"],
    queryFn: ({ signal }) => call("GET /api/sessions/:id/replay", {}, { params: { id }, signal }),
  });
  return (
    <article className="view">
      <Link to="/sessions/$id" params={{ id }} className="back">
        <ArrowLeft size={16} aria-hidden="true" />
        {t("replay.back")}
      </Link>
      <header className="view-head">
        <Heading text={t("replay.title")} />
        <p className="lead clip">{query.data?.task}</p>
      </header>
      <Loaded query={query} lines={8}>
        {(replay) =>
          replay.moments.length === 0 ? (
            <Empty title={t("replay.empty")} />
          ) : (
            <Moments replay={replay} />
          )
        }
      </Loaded>
    </article>
  );
}

function Moments({
  replay: { moments, startedAtMs, leftOut },
}: {
  readonly replay: SessionReplay;
}) {
  const { t, language } = useWords();
  const player = usePlayer(moments.length);
  const { at, go, toggle } = player;
  useShortcuts(
    Object.fromEntries([
      ["ArrowRight", () => go(at + 1)],
      ["ArrowLeft", () => go(at - 1)],
      ["Home", () => go(0)],
      ["End", () => go(moments.length - 1)],
      ["p", toggle],
    ]),
  );
  const moment = moments[at];
  if (moment === undefined) return null;
  return (
    <>
      <Controls player={player} count={moments.length} />
      <KeyHints view="replay" />
      {leftOut === 0 ? null : <p className="muted">{t("replay.leftOut", { count: leftOut })}</p>}
      <div className="replay">
        <section aria-label={t("replay.moments")}>
          <MomentList moments={moments} player={player} />
        </section>
        <div>
          <section className="card" aria-live={player.isPlaying ? "off" : "polite"}>
            <p className="card-kind">+ {duration(moment.atMs - startedAtMs, language)}</p>
            <MomentCard moment={moment} />
          </section>
          <SoFar moments={moments.slice(0, at + 1)} />
        </div>
      </div>
    </>
  );
}

interface ControlsProps {
  readonly player: Player;
  readonly count: number;
}

function Controls({ player: { at, isPlaying, go, toggle }, count }: ControlsProps) {
  const { t } = useWords();
  return (
    <div className="replay-controls">
      <Button
        aria-label={t("replay.previous")}
        icon={<ChevronLeft size={17} />}
        disabled={at === 0}
        onClick={() => go(at - 1)}
      />
      <Button
        look="primary"
        icon={isPlaying ? <Pause size={17} /> : <Play size={17} />}
        shortcut="p"
        onClick={toggle}
      >
        {isPlaying ? t("replay.pause") : t("replay.play")}
      </Button>
      <Button
        aria-label={t("replay.next")}
        icon={<ChevronRight size={17} />}
        disabled={at === count - 1}
        onClick={() => go(at + 1)}
      />
      <input
        type="range"
        min={1}
        max={count}
        value={at + 1}
        aria-label={t("replay.slider")}
        onChange={({ target }) => go(Number(target.value) - 1)}
      />
      <span className="replay-position">{t("replay.position", { at: at + 1, total: count })}</span>
    </div>
  );
}

interface MomentListProps {
  readonly moments: readonly SessionMoment[];
  readonly player: Player;
}

function MomentList({ moments, player: { at, go } }: MomentListProps) {
  const words = useWords();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const row = box?.children[at];
    if (box === null || !(row instanceof HTMLElement)) return;
    // Scrolls the list only, at once: the page stays where it is, and nothing moves for people who asked for that.
    const top = row.offsetTop - box.offsetTop;
    const isAbove = top < box.scrollTop;
    if (isAbove || top + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = isAbove ? top : top + row.offsetHeight - box.clientHeight;
  }, [at]);
  return (
    <ol className="moments" ref={list}>
      {moments.map((moment, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a moment has no id, and its row has no state
        <li key={i}>
          <button
            type="button"
            className={`moment moment-${moment.kind}`}
            aria-current={i === at ? "step" : undefined}
            onClick={() => go(i)}
          >
            <span className="moment-kind">{momentTitle(moment, words.word)}</span>
            <span className="moment-line">
              <Cited text={momentLine(moment, words)} isInLink />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function SoFar({ moments }: { readonly moments: readonly SessionMoment[] }) {
  const { t } = useWords();
  const shown = moments.flatMap((moment) =>
    moment.kind === "shown" ? [{ id: moment.memoryId, text: moment.content }] : [],
  );
  const learned = moments.flatMap((moment) =>
    moment.kind === "learned" ? [{ id: moment.memory.id, text: moment.memory.content }] : [],
  );
  return (
    <div className="so-far">
      <SoFarList title={t("replay.soFarShown")} rows={shown} />
      <SoFarList title={t("replay.soFarLearned")} rows={learned} />
    </div>
  );
}

interface SoFarListProps {
  readonly title: string;
  /** Memories; `text` is null for one that was forgotten. */
  readonly rows: readonly { readonly id: string; readonly text: string | null }[];
}

function SoFarList({ title, rows }: SoFarListProps) {
  const { t } = useWords();
  const byId = new Map(rows.map(({ id, text }) => [id, text]));
  return (
    <section className="section">
      <h2>
        {title} <span className="muted">{byId.size}</span>
      </h2>
      {byId.size === 0 ? <p className="muted">{t("replay.noneYet")}</p> : null}
      <ul className="event-list">
        {[...byId].map(([id, text]) => (
          <li key={id}>
            {text === null ? (
              t("today.forgotten")
            ) : (
              <Link to="/memories/$id" params={{ id }}>
                <Cited text={text} isInLink />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
