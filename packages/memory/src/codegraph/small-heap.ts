/**
 * Work on a whole tree makes much and throws most of it away. V8 lets a heap double before it looks for what is left
 * over, which for a large tree is as much again as what it needs; while such work lasts it looks more often.
 */
import { setFlagsFromString } from "node:v8";
import { CODEGRAPH } from "./tuning.ts";

const DEFAULTS = ["--heap-growing-percent=0", "--semi-space-growth-factor=2"];

let underWay = 0;

/** `act`, in a heap kept small. The flags are the process's: the last of several to end puts them back. */
export async function inSmallHeap<T>(act: () => Promise<T>): Promise<T> {
  if (underWay++ === 0) {
    setFlagsFromString(`--heap-growing-percent=${CODEGRAPH.heapGrowingPercent.value}`);
    // The nursery stays as small as it begins: what outlives it is found by the next look.
    setFlagsFromString("--semi-space-growth-factor=1");
  }
  try {
    return await act();
  } finally {
    if (--underWay === 0) for (const flag of DEFAULTS) setFlagsFromString(flag);
  }
}
