/**
 * Names the side file of the bench and its parameters, for the process that creates it and for the process that only reads
 * it.
 */
import type { ProjectId } from "../../packages/memory/src/domain/ids.ts";
import { ASKED_PROJECT } from "./dataset.ts";

export const SIDE_FILE = "vectors-bench.idx";
export const ENCODER = "bench:1";
export const EVERYTHING = { projectIds: [], anyProject: true };
export const IN_PROJECT = { projectIds: [`p${ASKED_PROJECT}` as ProjectId] };
