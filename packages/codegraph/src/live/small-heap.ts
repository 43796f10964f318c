/**
 * Keeps the heap small during work on a whole tree, which creates and discards many objects. V8 lets a heap double before it
 * collects garbage, which for a large tree is as much again as it needs; during such work it collects more often.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { CODEGRAPH } from "../tuning.ts";

const GROWING = "--semi-space-growth-factor=2";
const STAYING = "--semi-space-growth-factor=1";
const DEFAULTS = ["--heap-growing-percent=0", GROWING];

let underWay = 0;

/** Runs `act` with a small heap. The flags apply to the whole process; the last of several tasks resets them. */
export async function inSmallHeap<T>(act: () => Promise<T>): Promise<T> {
  if (underWay++ === 0) {
    setFlagsFromString(`--heap-growing-percent=${CODEGRAPH.heapGrowingPercent.value}`);
    // The nursery stays at its initial size; objects that survive it are freed by the next collection.
    setFlagsFromString(STAYING);
  }
  try {
    return await act();
  } finally {
    if (--underWay === 0) for (const flag of DEFAULTS) setFlagsFromString(flag);
  }
}

/**
 * Lets the nursery of this thread grow to `CODEGRAPH.linkNurseryMb`, within `inSmallHeap`. V8 collects a nursery whenever it
 * is full, and few of the objects that linking creates survive until a larger one is full.
 */
export function growNursery(): void {
  if (underWay === 0) return;
  const enough = CODEGRAPH.linkNurseryMb * 2 ** 20;
  // An existing nursery grows only if many of its objects are still in use during a collection.
  const inUse: object[] = [];
  setFlagsFromString(GROWING);
  for (let round = 0; round < MAX_ROUNDS && nurseryBytes() < enough; round++) {
    for (let item = 0; item < OBJECTS_A_ROUND; item++) inUse.push({ one: item });
  }
  setFlagsFromString(STAYING);
}

/** Four times the rounds observed for 16 MB. */
const MAX_ROUNDS = 400;
const OBJECTS_A_ROUND = 2_000;

function nurseryBytes(): number {
  const space = getHeapSpaceStatistics().find(
    (heapSpaceStatistic) => heapSpaceStatistic.space_name === "new_space",
  );
  // If the size is unknown, nothing is grown.
  return space?.space_size ?? Number.POSITIVE_INFINITY;
}
