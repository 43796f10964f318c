/** How many ties a memory gets, and how much is read to find them. */
import type { Tunable } from "../../domain/tunable.ts";

export const LINK = {
  maxAnchors: {
    value: 12,
    unit: "anchors of a memory",
    range: [1, 100],
    source: { kind: "guess", ref: "settle with bench/freshness" },
  },
  symbolsPerFile: {
    value: 6,
    unit: "symbols of one file",
    range: [1, 50],
    source: { kind: "guess", ref: "settle with bench/freshness" },
  },
  namesakes: {
    value: 4,
    unit: "symbols of one name in a file; of more, none is meant",
    range: [1, 20],
    source: { kind: "guess", ref: "overloads come in twos to fours" },
  },
  editedSymbols: {
    value: 3,
    unit: "symbols a session edited in a file; of more, the file is meant",
    range: [1, 20],
    source: { kind: "guess", ref: "settle with bench/freshness" },
  },
  windowLines: {
    value: 1,
    unit: "lines before and after one that belongs to no symbol",
    range: [0, 10],
    source: { kind: "guess", ref: "settle with bench/freshness" },
  },
  maxFileBytes: {
    value: 2_000_000,
    unit: "bytes of a file",
    range: [10_000, 50_000_000],
    source: { kind: "guess", ref: "larger files are data" },
  },
} as const satisfies Record<string, Tunable>;
