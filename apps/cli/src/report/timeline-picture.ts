/** The picture of a session: which kind of step when, and above it what was asked, told, committed and went wrong. */
import { type SessionReport, STEP_KINDS, type StepKind } from "@tacit-memory/memory";
import { plural } from "../layout.ts";
import { type Html, html, type Part } from "./html.ts";
import { clock, countsInWords, isoMinute, KIND_LABELS, utc } from "./report-words.ts";

const LEFT = 104;
const RIGHT = 12;
const WIDTH = 860;
const LANE = 22;
const BAR = 16;
const LEAST_BAR = 5;
const WIDEST = 16;
const AXIS = 26;
const LABELS = 4;

type Picture = SessionReport["picture"];
type Mark = Picture["marks"][number];

interface Lane {
  readonly label: string;
  readonly shapes: readonly Html[];
}

const MARK_LABELS = {
  asked: "prompts",
  told: "told by Tacit",
  commit: "commits",
  compaction: "compactions",
} as const;

/** Null for a session without a step. Its words say what it shows: whoever cannot see it misses nothing of weight. */
export function timelinePicture(report: SessionReport): Html | null {
  const { columns } = report.picture;
  if (columns.length === 0) return null;
  const step = Math.min(WIDEST, (WIDTH - LEFT - RIGHT) / columns.length);
  const lanes = [
    ...markLanes(report.picture, step),
    ...wrongLane(report.picture, step),
    ...kindLanes(report.picture, step),
  ];
  const height = lanes.length * LANE + AXIS;
  return html`<figure><div class="picture" role="group" aria-label="Timeline, can be scrolled" tabindex="0"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="pt pd"><title id="pt">Timeline of the session</title><desc id="pd">${pictureInWords(report)}</desc>${lanes.map((lane, i) => laneOf(lane, i))}${axisOf(columns, step, lanes.length * LANE)}</svg></div><figcaption>${pictureInWords(report)} ${scaleInWords(report.picture)}</figcaption></figure>`;
}

function laneOf({ label, shapes }: Lane, i: number): Html {
  const y = i * LANE;
  return html`<g transform="translate(0 ${y})"><line class="grid" x1="${LEFT}" y1="${LANE - 1}" x2="${WIDTH - RIGHT}" y2="${LANE - 1}"/><text x="${LEFT - 8}" y="${LANE - 6}" text-anchor="end">${label}</text>${shapes}</g>`;
}

function markLanes({ marks }: Picture, step: number): Lane[] {
  return (["asked", "told", "commit", "compaction"] as const).flatMap((kind) => {
    const own = marks.filter((mark) => mark.kind === kind);
    if (own.length === 0) return [];
    return [{ label: MARK_LABELS[kind], shapes: own.map((mark) => markOf(mark, step)) }];
  });
}

/** Each of its own form: nobody has to tell colours apart. */
function markOf({ kind, column, atMs }: Mark, step: number): Html {
  const x = place(LEFT + (column + 0.5) * step);
  const y = LANE / 2 - 1;
  const title = html`<title>${clock(atMs)} ${MARK_LABELS[kind]}</title>`;
  if (kind === "asked")
    return html`<circle class="m-asked" cx="${x}" cy="${y}" r="4.5">${title}</circle>`;
  const points = {
    told: [x, y - 6, x + 6, y, x, y + 6, x - 6, y],
    commit: [x - 5, y - 5, x + 5, y - 5, x + 5, y + 5, x - 5, y + 5],
    compaction: [x - 1.5, y - 8, x + 1.5, y - 8, x + 1.5, y + 8, x - 1.5, y + 8],
  };
  return html`<polygon class="m-${kind}" points="${points[kind].map(place).join(" ")}">${title}</polygon>`;
}

function wrongLane({ columns }: Picture, step: number): Lane[] {
  const y = LANE / 2 - 1;
  const shapes = columns.flatMap(({ errors, fromMs }, i) => {
    if (Object.keys(errors).length === 0) return [];
    const x = place(LEFT + (i + 0.5) * step);
    const points = [x, y - 6, x + 6, y + 5, x - 6, y + 5].map(place).join(" ");
    return [
      html`<polygon class="m-wrong" points="${points}"><title>${clock(fromMs)} went wrong: ${countsInWords(errors)}</title></polygon>`,
    ];
  });
  return shapes.length === 0 ? [] : [{ label: "went wrong", shapes }];
}

function kindLanes({ columns, stepsPerColumn }: Picture, step: number): Lane[] {
  const width = place(Math.max(1, step > 4 ? step - 1 : step));
  return STEP_KINDS.filter((kind) => columns.some(({ kinds }) => kinds[kind] !== undefined)).map(
    (kind) => ({
      label: KIND_LABELS[kind],
      shapes: columns.flatMap(({ kinds, fromMs }, i) => {
        const count = kinds[kind] ?? 0;
        return count === 0
          ? []
          : [
              barOf({
                kind,
                count,
                fromMs,
                x: LEFT + i * step,
                width,
                share: count / stepsPerColumn,
              }),
            ];
      }),
    }),
  );
}

interface Bar {
  readonly kind: StepKind;
  readonly count: number;
  readonly fromMs: number;
  readonly x: number;
  readonly width: number;
  /** Of the column's steps, in (0, 1]. */
  readonly share: number;
}

function barOf({ kind, count, fromMs, x, width, share }: Bar): Html {
  const height = place(LEAST_BAR + (BAR - LEAST_BAR) * Math.min(1, share));
  return html`<rect class="k-${kind}" x="${place(x)}" y="${place(LANE - 2 - height)}" width="${width}" height="${height}"><title>${clock(fromMs)} ${countsInWords({ [kind]: count })}</title></rect>`;
}

/** Times at even distances; the day where it is another than at the label before. */
function axisOf(columns: Picture["columns"], step: number, y: number): Part {
  const last = columns.length - 1;
  // Labels of few columns would lie on each other.
  const count = Math.min(LABELS, Math.floor((last * step) / 130));
  const places = [
    ...new Set(
      Array.from({ length: count + 1 }, (_, i) => Math.round((last * i) / Math.max(1, count))),
    ),
  ];
  let day = "";
  return places.map((at) => {
    const atMs = columns[at]?.fromMs ?? 0;
    const told = isoMinute(atMs);
    const label = told.slice(0, 10) === day ? told.slice(11) : told;
    day = told.slice(0, 10);
    const x = place(LEFT + (at + 0.5) * step);
    const anchor = at === 0 ? "start" : x > WIDTH - 60 ? "end" : "middle";
    return html`<line class="grid" x1="${x}" y1="${y}" x2="${x}" y2="${y + 5}"/><text x="${at === 0 ? LEFT : x}" y="${y + 20}" text-anchor="${anchor}">${label}</text>`;
  });
}

function place(x: number): number {
  return Math.round(x * 100) / 100;
}

function pictureInWords({
  counts,
  startedAtMs,
  lastEventAtMs,
  picture,
  commits,
  commitsLeftOut,
  told,
  toldLeftOut,
}: SessionReport): string {
  const wrong = counts.errors === 0 ? "none went wrong" : `${counts.errors} went wrong`;
  const first = picture.columns[0]?.fromMs ?? startedAtMs;
  const between = `${isoMinute(first)} and ${utc(lastEventAtMs, first)}`;
  return `${plural(counts.steps, "step")} between ${between}: ${countsInWords(counts.kinds)}; ${wrong}. ${plural(counts.prompts, "prompt")}, ${plural(commits.length + commitsLeftOut, "commit")}, ${plural(told.length + toldLeftOut, "memory", "memories")} told.`;
}

function scaleInWords({ stepsPerColumn }: Picture): string {
  return stepsPerColumn === 1
    ? "Each column is a step; pauses take no room. Times are UTC."
    : `Each column is ${stepsPerColumn} steps; pauses take no room. Times are UTC.`;
}
