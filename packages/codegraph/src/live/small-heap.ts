/**
 * Work on a whole tree makes much and throws most of it away. V8 lets a heap double before it looks for what is left
 * over, which for a large tree is as much again as what it needs; while such work lasts it looks more often.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { CODEGRAPH } from "../tuning.ts";

const GROWING = "--semi-space-growth-factor=2";
const STAYING = "--semi-space-growth-factor=1";
const DEFAULTS = ["--heap-growing-percent=0", GROWING];

let underWay = 0;

/** `act`, in a heap kept small. The flags are the process's: the last of several to end puts them back. */
export async function inSmallHeap<T>(act: () => Promise<T>): Promise<T> {
  if (underWay++ === 0) {
    setFlagsFromString(`--heap-growing-percent=${CODEGRAPH.heapGrowingPercent.value}`);
    // The nursery stays as small as it begins: what outlives it is found by the next look.
    setFlagsFromString(STAYING);
  }
  try {
    return await act();
  } finally {
    if (--underWay === 0) for (const flag of DEFAULTS) setFlagsFromString(flag);
  }
}

/**
 * Lets the nursery of this thread grow to `CODEGRAPH.linkNurseryMb` and no further, within `inSmallHeap`: V8 looks
 * through it whenever it is full, and of what linking makes hardly anything is left by the time it is larger.
 */
export function growNursery(): void {
  if (underWay === 0) return;
  const enough = CODEGRAPH.linkNurseryMb * 2 ** 20;
  // It grows when much of it is still in use as it is looked through, and by no other means once there is a heap.
  const inUse: object[] = [];
  setFlagsFromString(GROWING);
  for (let round = 0; round < MAX_ROUNDS && nurseryBytes() < enough; round++) {
    for (let item = 0; item < OBJECTS_A_ROUND; item++) inUse.push({ one: item });
  }
  setFlagsFromString(STAYING);
}

/** Four times what 16 MB have been seen to take. */
const MAX_ROUNDS = 400;
const OBJECTS_A_ROUND = 2_000;

function nurseryBytes(): number {
  const space = getHeapSpaceStatistics().find(
    (heapSpaceStatistic) => heapSpaceStatistic.space_name === "new_space",
  );
  // Where it is not known nothing is grown.
  return space?.space_size ?? Number.POSITIVE_INFINITY;
}
