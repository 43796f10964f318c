/**
 * Places a map of thousands of nodes without a simulation, so that it takes milliseconds and always looks the same: each module is
 * a disc of its nodes, those with most links in the middle, and the discs lie around the largest one without touching.
 */
import type { GraphMap } from "@tacit-memory/protocol";
import type { Point } from "./arrange.ts";

export interface MapDisc extends Point {
  /** Number of the module; null for memories that are about no file. */
  readonly module: number | null;
  readonly name: string;
  readonly radius: number;
  /** Numbers of its nodes, those with most links first. */
  readonly nodes: readonly number[];
}

interface MapSpot extends Point {
  readonly radius: number;
  /** Number of links. */
  readonly degree: number;
}

export interface PlacedMap {
  /** The largest first. */
  readonly discs: readonly MapDisc[];
  /** In the order of the map's nodes. */
  readonly spots: readonly MapSpot[];
}

/** Units: pixels at full size. */
const SPOT = { min: 4, perRoot: 1.8, max: 16, gap: 2 };
const DISC = { padding: 10, gap: 14 };
/** Angle between two neighbours on the spiral, which leaves no rows: the golden angle. */
const TURN = Math.PI * (3 - Math.sqrt(5));
/** Discs fill this share of a circle of the same area. */
const FILL = 0.82;

/** Identifies the disc of a module in the drawing. */
export function discId(module: number | null): string {
  return `module:${module ?? "none"}`;
}

/** `shape`: width by height of the frame. */
export function placedMap({ nodes, links, modules }: GraphMap, shape: number): PlacedMap {
  const degrees = degreesOf(nodes.length, links);
  const byModule = Map.groupBy(nodes.keys(), (at) => nodes[at]?.module ?? null);
  const spots: MapSpot[] = [];
  const discs: MapDisc[] = [];
  const groups = [...byModule].map(([module, own]) => {
    const sorted = own.toSorted((a, b) => (degrees[b] ?? 0) - (degrees[a] ?? 0) || a - b);
    return { module, disc: discOf(sorted, degrees) };
  });
  const largestFirst = groups.toSorted(
    (a, b) => b.disc.radius - a.disc.radius || Number(a.module) - Number(b.module),
  );
  for (const { module, disc } of largestFirst) {
    const middle = freeDisc(disc.radius, discs, shape);
    const name = module === null ? "" : (modules[module] ?? "");
    discs.push({ module, name, ...middle, radius: disc.radius, nodes: disc.nodes });
    for (const { at, x, y, radius, degree } of disc.spots)
      spots[at] = { x: middle.x + x, y: middle.y + y, radius, degree };
  }
  return { discs, spots };
}

function degreesOf(count: number, links: GraphMap["links"]): readonly number[] {
  const degrees = new Array<number>(count).fill(0);
  for (const [from, to] of links) {
    degrees[from] = (degrees[from] ?? 0) + 1;
    degrees[to] = (degrees[to] ?? 0) + 1;
  }
  return degrees;
}

function discOf(nodes: readonly number[], degrees: readonly number[]) {
  let area = 0;
  let edge = 0;
  const spots = nodes.map((at, i) => {
    const degree = degrees[at] ?? 0;
    const radius = Math.min(SPOT.max, SPOT.min + SPOT.perRoot * Math.sqrt(degree));
    const own = (radius + SPOT.gap) ** 2 / FILL;
    // The middle of its own ring; the first is in the middle of the disc.
    const distance = i === 0 ? 0 : Math.sqrt(area + own / 2);
    area += own;
    edge = Math.max(edge, distance + radius);
    const angle = i * TURN;
    return { at, x: distance * Math.cos(angle), y: distance * Math.sin(angle), radius, degree };
  });
  return { nodes, spots, radius: edge + DISC.padding };
}

/** Returns the nearest place to the middle, on a spiral as wide as the frame, where a disc touches no other. */
function freeDisc(radius: number, discs: readonly MapDisc[], shape: number): Point {
  if (discs.length === 0) return { x: 0, y: 0 };
  const stretch = Math.sqrt(shape);
  const step = Math.max(6, radius / 3);
  for (let i = 1; ; i++) {
    const [angle, distance] = [i * TURN, step * Math.sqrt(i)];
    const place = {
      x: distance * Math.cos(angle) * stretch,
      y: (distance * Math.sin(angle)) / stretch,
    };
    if (discs.every((disc) => apart(disc, place) >= disc.radius + radius + DISC.gap)) return place;
  }
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
