/** Memories made and shown on each of the last days, as bars above and below a line. */
import type { DayActivity } from "@tacit-memory/protocol";
import { number, useWords } from "../../i18n/words.ts";

/** Units of the drawing, which stretches to the available width. */
const BAR = 10;
const STEP = 14;
const HALF = 44;

export function Activity({ days }: { readonly days: readonly DayActivity[] }) {
  const { t, language } = useWords();
  const sum = (kind: "made" | "shown") => days.reduce((total, day) => total + day[kind], 0);
  const most = Math.max(1, ...days.map(({ made }) => made));
  const mostShown = Math.max(1, ...days.map(({ shown }) => shown));
  const made = number(sum("made"), language);
  const shown = number(sum("shown"), language);
  const format = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return (
    <section className="section">
      <header className="section-head">
        <h2>{t("today.activity")}</h2>
        <p className="legend">
          <span className="legend-made">
            {t("today.made")} {made}
          </span>
          <span className="legend-shown">
            {t("today.shownCount")} {shown}
          </span>
        </p>
      </header>
      <svg
        className="activity"
        viewBox={`0 0 ${days.length * STEP} ${2 * HALF + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("today.activityText", { made, shown })}
      >
        {days.map((day, i) => (
          <g key={day.day}>
            <title>
              {format.format(Date.parse(day.day))}: {t("today.made")} {day.made},{" "}
              {t("today.shownCount")} {day.shown}
            </title>
            <rect
              className="activity-hover"
              x={i * STEP}
              y={0}
              width={STEP}
              height={2 * HALF + 2}
            />
            <Bar kind="made" x={i * STEP + 2} height={(day.made / most) * HALF} />
            <Bar kind="shown" x={i * STEP + 2} height={(day.shown / mostShown) * HALF} />
          </g>
        ))}
        <line
          className="activity-line"
          x1="0"
          x2={days.length * STEP}
          y1={HALF + 1}
          y2={HALF + 1}
        />
      </svg>
    </section>
  );
}

interface BarProps {
  readonly kind: "made" | "shown";
  readonly x: number;
  readonly height: number;
}

function Bar({ kind, x, height }: BarProps) {
  if (height === 0) return null;
  // Keeps a single event visible beside large counts.
  const tall = Math.max(height, 2);
  const y = kind === "made" ? HALF - tall : HALF + 2;
  return <rect className={`activity-${kind}`} x={x} y={y} width={BAR} height={tall} />;
}
