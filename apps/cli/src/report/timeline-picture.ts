/** The picture of a session: the kinds of steps over time, and above them prompts, shown memories, commits and errors. */
import { type SessionReport, STEP_KINDS, type StepKind } from "@tacit-memory/memory";
import { plural } from "../output/layout.ts";
import { type Html, html, type Part } from "./html.ts";
import { clock, countsInWords, isoMinute, KIND_LABELS, utc } from "./report-words.ts";

/** Two widths: one for a screen, and one for a phone, where the wide picture would be unreadably small. */
interface Frame {
  readonly name: "wide" | "narrow";
  readonly width: number;
  /** Start of the lanes, after their names. */
  readonly left: number;
  readonly mostColumns: number;
  /** Time labels between the first and the last one. */
  readonly labels: number;
}

const WIDE: Frame = { name: "wide", width: 860, left: 104, mostColumns: 160, labels: 4 };
const NARROW: Frame = { name: "narrow", width: 360, left: 88, mostColumns: 52, labels: 1 };
const RIGHT = 12;
const LANE = 22;
const BAR = 16;
const MIN_BAR = 5;
const WIDEST = 16;
const AXIS = 26;

type Picture = SessionReport["picture"];
type Mark = Picture["marks"][number];

interface Lane {
  readonly label: string;
  readonly shapes: readonly Html[];
}

const MARK_LABELS = {
  asked: "prompts",
  told: "memories shown",
  commit: "commits",
  compaction: "compactions",
} as const;

/**
 * Returns the picture; null for a session without steps. Its caption describes it, so that a person who cannot see it misses
 * nothing important.
 */
export function timelinePicture(report: SessionReport): Html | null {
  if (report.picture.columns.length === 0) return null;
  const caption = pictureInWords(report);
  const scale = (frame: Frame) =>
    html`<span class="${frame.name}">${scaleInWords(foldedTo(frame, report.picture))}</span>`;
  return html`<figure><div class="picture">${drawn(WIDE, report.picture, caption)}${drawn(NARROW, report.picture, caption)}</div><figcaption>${caption} ${scale(WIDE)}${scale(NARROW)}</figcaption></figure>`;
}

function drawn(frame: Frame, whole: Picture, caption: string): Html {
  const picture = foldedTo(frame, whole);
  const { name, width, left } = frame;
  const step = Math.min(WIDEST, (width - left - RIGHT) / picture.columns.length);
  const place: StepPosition = { ...frame, step };
  const lanes = [
    ...markLanes(picture, place),
    ...wrongLane(picture, place),
    ...kindLanes(picture, place),
  ];
  const below = lanes.length * LANE;
  return html`<svg class="${name}" viewBox="0 0 ${width} ${below + AXIS}" role="img" aria-labelledby="pt-${name} pd-${name}"><title id="pt-${name}">Timeline of the session</title><desc id="pd-${name}">${caption}</desc>${lanes.map((lane, i) => laneOf(lane, i, place))}${axisOf(picture.columns, place, below)}</svg>`;
}

/** A frame, and the distance between its columns. */
type StepPosition = Frame & { readonly step: number };

/** Merges columns so that they fit. */
function foldedTo({ mostColumns }: Frame, { columns, marks, stepsPerColumn }: Picture): Picture {
  const each = Math.max(1, Math.ceil(columns.length / mostColumns));
  const folded: Picture["columns"][number][] = [];
  for (let at = 0; at < columns.length; at += each)
    folded.push(columns.slice(at, at + each).reduce(joinedColumn));
  const seen = new Set<string>();
  const visible = marks
    .map((mark) => ({ ...mark, column: Math.floor(mark.column / each) }))
    .filter(({ kind, column }) => !seen.has(`${kind}${column}`) && seen.add(`${kind}${column}`));
  return { columns: folded, marks: visible, stepsPerColumn: stepsPerColumn * each };
}

type Column = Picture["columns"][number];

function joinedColumn(a: Column, b: Column): Column {
  return {
    fromMs: a.fromMs,
    toMs: b.toMs,
    kinds: addedKinds(a.kinds, b.kinds),
    errors: addedKinds(a.errors, b.errors),
  };
}

function addedKinds(a: Column["kinds"], b: Column["kinds"]): Column["kinds"] {
  return Object.fromEntries(
    STEP_KINDS.map((kind) => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)] as const).filter(
      ([, count]) => count > 0,
    ),
  );
}

function laneOf({ label, shapes }: Lane, i: number, { left, width }: StepPosition): Html {
  const y = i * LANE;
  return html`<g transform="translate(0 ${y})"><line class="grid" x1="${left}" y1="${LANE - 1}" x2="${width - RIGHT}" y2="${LANE - 1}"/><text x="${left - 8}" y="${LANE - 6}" text-anchor="end">${label}</text>${shapes}</g>`;
}

function markLanes({ marks }: Picture, place: StepPosition): Lane[] {
  return (["asked", "told", "commit", "compaction"] as const).flatMap((kind) => {
    const own = marks.filter((mark) => mark.kind === kind);
    if (own.length === 0) return [];
    return [{ label: MARK_LABELS[kind], shapes: own.map((mark) => markOf(mark, place)) }];
  });
}

/** Draws a mark. Each kind has its own shape, so that colours need not be distinguished. */
function markOf({ kind, column, atMs }: Mark, { left, step }: StepPosition): Html {
  const x = rounded(left + (column + 0.5) * step);
  const y = LANE / 2 - 1;
  const title = html`<title>${clock(atMs)} ${MARK_LABELS[kind]}</title>`;
  if (kind === "asked")
    return html`<circle class="m-asked" cx="${x}" cy="${y}" r="4.5">${title}</circle>`;
  const points = {
    told: [x, y - 6, x + 6, y, x, y + 6, x - 6, y],
    commit: [x - 5, y - 5, x + 5, y - 5, x + 5, y + 5, x - 5, y + 5],
    compaction: [x - 1.5, y - 8, x + 1.5, y - 8, x + 1.5, y + 8, x - 1.5, y + 8],
  };
  return html`<polygon class="m-${kind}" points="${points[kind].map(rounded).join(" ")}">${title}</polygon>`;
}

function wrongLane({ columns }: Picture, { left, step }: StepPosition): Lane[] {
  const y = LANE / 2 - 1;
  const shapes = columns.flatMap(({ errors, fromMs }, i) => {
    if (Object.keys(errors).length === 0) return [];
    const x = rounded(left + (i + 0.5) * step);
    const points = [x, y - 6, x + 6, y + 5, x - 6, y + 5].map(rounded).join(" ");
    return [
      html`<polygon class="m-wrong" points="${points}"><title>${clock(fromMs)} went wrong: ${countsInWords(errors)}</title></polygon>`,
    ];
  });
  return shapes.length === 0 ? [] : [{ label: "failed", shapes }];
}

function kindLanes({ columns, stepsPerColumn }: Picture, { left, step }: StepPosition): Lane[] {
  const width = rounded(Math.max(1, step > 4 ? step - 1 : step));
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
                x: left + i * step,
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
  /** Share of the column's steps, in (0, 1]. */
  readonly share: number;
}

function barOf({ kind, count, fromMs, x, width, share }: Bar): Html {
  const height = rounded(MIN_BAR + (BAR - MIN_BAR) * Math.min(1, share));
  return html`<rect class="k-${kind}" x="${rounded(x)}" y="${rounded(LANE - 2 - height)}" width="${width}" height="${height}"><title>${clock(fromMs)} ${countsInWords({ [kind]: count })}</title></rect>`;
}

/** Draws evenly spaced times, with the day if it differs from the previous label, and without unchanged labels. */
function axisOf(
  columns: Picture["columns"],
  { left, step, width, labels }: StepPosition,
  y: number,
): Part {
  const last = columns.length - 1;
  // With few columns, labels would overlap.
  const count = Math.min(labels, Math.floor((last * step) / 130));
  const places = [
    ...new Set(
      Array.from({ length: count + 1 }, (_, i) => Math.round((last * i) / Math.max(1, count))),
    ),
  ];
  let before = "";
  return places.map((at) => {
    const time = isoMinute(columns[at]?.fromMs ?? 0);
    if (time === before) return null;
    const label = time.slice(0, 10) === before.slice(0, 10) ? time.slice(11) : time;
    before = time;
    const x = rounded(left + (at + 0.5) * step);
    const anchor = at === 0 ? "start" : x > width - 60 ? "end" : "middle";
    return html`<line class="grid" x1="${x}" y1="${y}" x2="${x}" y2="${y + 5}"/><text x="${at === 0 ? left : x}" y="${y + 20}" text-anchor="${anchor}">${label}</text>`;
  });
}

function rounded(x: number): number {
  return Math.round(x * 100) / 100;
}

function pictureInWords({
  counts,
  startedAtMs,
  lastEventAtMs,
  picture,
  commits,
  commitsLeftOut,
  told: shown,
  toldLeftOut: leftOutLine,
}: SessionReport): string {
  const wrong = counts.errors === 0 ? "none failed" : `${counts.errors} failed`;
  const first = picture.columns[0]?.fromMs ?? startedAtMs;
  const between = `${isoMinute(first)} and ${utc(lastEventAtMs, first)}`;
  return `${plural(counts.steps, "step")} between ${between}: ${countsInWords(counts.kinds)}; ${wrong}. ${plural(counts.prompts, "prompt")}, ${plural(commits.length + commitsLeftOut, "commit")}, ${plural(shown.length + leftOutLine, "memory", "memories")} shown.`;
}

function scaleInWords({ stepsPerColumn }: Picture): string {
  return stepsPerColumn === 1
    ? "Each column is one step; pauses are not drawn. Times are UTC."
    : `Each column is ${stepsPerColumn} steps; pauses are not drawn. Times are UTC.`;
}
