/** Arranges nodes after a force layout, so that no label covers another and the drawing has the shape of its frame. */
import type { Collection, Core, NodeCollection } from "cytoscape";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A node with its label: the position of the node, and how far the box reaches from it in each direction. */
export interface Box extends Point {
  readonly left: number;
  readonly right: number;
  readonly up: number;
  readonly down: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The force layout leaves room for labels on all sides of a node; they are only below it. */
const SHRINK = 0.8;
/** Limits of how much the shape of a connected part changes. */
const STRETCH = { min: 0.7, max: 1.6 };
/** Pixels between two boxes, and between two parts that are not connected. */
const MARGIN = 4;
const GAP = 24;
/** After these rounds a rest of overlaps stays: a drawing must not take longer than a press may wait. */
const MAX_ROUNDS = 100;
/** Width by height of a frame that is not known. */
const SHAPE = 1.3;

export function arrange(core: Core): void {
  const shape = core.height() > 1 ? core.width() / core.height() : SHAPE;
  core.batch(() => {
    const parts = core
      .elements()
      .components()
      .map((part) => part.nodes());
    for (const nodes of parts) {
      fitShape(nodes, shape);
      const apart = spread(nodes.map(boxOf));
      nodes.forEach((node, i) => void node.position(apart[i] ?? node.position()));
    }
    const boxes = parts.map((nodes) => nodes.boundingBox({ includeLabels: true }));
    const places = packed(
      boxes.map(({ w, h }) => ({ width: w, height: h })),
      shape,
    );
    parts.forEach((nodes, i) => {
      const [box, place] = [boxes[i], places[i]];
      if (box !== undefined && place !== undefined)
        moveAll(nodes, ({ x, y }) => ({ x: x + place.x - box.x1, y: y + place.y - box.y1 }));
    });
  });
}

/** Makes a connected part denser, and wider or higher like the frame. */
function fitShape(nodes: NodeCollection, shape: number): void {
  const { w, h } = nodes.boundingBox({ includeLabels: true });
  const wanted = Math.sqrt((shape * h) / w);
  const wider = nodes.length < 3 ? 1 : Math.min(STRETCH.max, Math.max(STRETCH.min, wanted));
  moveAll(nodes, ({ x, y }) => ({ x: x * SHRINK * wider, y: (y * SHRINK) / wider }));
}

function moveAll(nodes: NodeCollection, moved: (from: Point) => Point): void {
  nodes.forEach((node) => void node.position(moved(node.position())));
}

/** Pixels between two turns of the spiral on which a free place is looked for, and the places that are tried. */
const SPIRAL_STEP = 12;
const MAX_PLACES = 2000;

/** Returns the first place on a spiral around a box where it overlaps no other. */
export function freePlace(box: Box, others: readonly Box[]): Point {
  for (let step = 0; step < MAX_PLACES; step++) {
    const [angle, radius] = [step * 2.4, SPIRAL_STEP * Math.sqrt(step)];
    const place = { x: box.x + radius * Math.cos(angle), y: box.y + radius * Math.sin(angle) };
    const moved = { ...box, ...place };
    if (others.every((other) => !overlaps(overlapOf(moved, other)))) return place;
  }
  return { x: box.x, y: box.y };
}

/** Moves added nodes to free places near their neighbours, and leaves all others where they are. */
export function arrangeAdded(added: NodeCollection, others: NodeCollection): void {
  const boxes = others.map(boxOf);
  added.forEach((node) => {
    const near = node.neighborhood().intersection(others).nodes();
    if (near.nonempty()) node.position({ ...near.first().position() });
    node.position(freePlace(boxOf(node), boxes));
    boxes.push(boxOf(node));
  });
}

function boxOf(node: ReturnType<Collection["nodes"]>[number]): Box {
  const { x, y } = node.position();
  const { x1, x2, y1, y2 } = node.boundingBox({ includeLabels: true });
  return { x, y, left: x - x1, right: x2 - x, up: y - y1, down: y2 - y };
}

/** Moves boxes that overlap apart. Returns their positions. */
export function spread(boxes: readonly Box[]): Point[] {
  const placed = boxes.map((box) => ({ ...box }));
  let isMoved = true;
  for (let round = 0; round < MAX_ROUNDS && isMoved; round++) {
    isMoved = false;
    for (const [i, one] of placed.entries())
      for (let at = i + 1; at < placed.length; at++) {
        const other = placed[at];
        if (other !== undefined && pushApart(one, other)) isMoved = true;
      }
  }
  return placed.map(({ x, y }) => ({ x, y }));
}

type Placed = { -readonly [Key in keyof Box]: Box[Key] };

/** Moves two boxes in the direction in which they overlap less. Returns false if they do not overlap. */
function pushApart(one: Placed, other: Placed): boolean {
  const overlap = overlapOf(one, other);
  if (!overlaps(overlap)) return false;
  const { x, y } = overlap;
  const axis = x < y ? "x" : "y";
  const step = (one[axis] < other[axis] ? -1 : 1) * (Math.min(x, y) / 2);
  one[axis] += step;
  other[axis] -= step;
  return true;
}

/** Returns how far two boxes, with the margin between them, overlap in each direction. */
function overlapOf(one: Box, other: Box): Point {
  const [right, left] = [one.x + one.right, one.x - one.left];
  const x = Math.min(right, other.x + other.right) - Math.max(left, other.x - other.left) + MARGIN;
  const [down, up] = [one.y + one.down, one.y - one.up];
  const y = Math.min(down, other.y + other.down) - Math.max(up, other.y - other.up) + MARGIN;
  return { x, y };
}

const overlaps = ({ x, y }: Point) => x > 0 && y > 0;

/** Places parts in rows that fill a frame of this shape (width by height), the highest first. Returns their upper left corners. */
export function packed(parts: readonly Size[], shape: number): Point[] {
  const area = parts.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const widest = Math.max(0, ...parts.map(({ width }) => width));
  // A tenth more, because rows are not filled to their ends.
  const rowWidth = Math.max(widest, 1.1 * Math.sqrt(area * shape));
  const places = parts.map((): Point => ({ x: 0, y: 0 }));
  const highestFirst = [...parts.entries()].sort(([, a], [, b]) => b.height - a.height);
  let [x, y, rowHeight] = [0, 0, 0];
  for (const [index, { width, height }] of highestFirst) {
    if (x > 0 && x + width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    places[index] = { x, y };
    x += width + GAP;
    rowHeight = Math.max(rowHeight, height);
  }
  return places;
}
