/** Tests which merges of pairs are one decision. */
import { expect, test } from "vitest";
import type { MemoryId } from "../ids.ts";
import { groupMerges } from "./merge-groups.ts";
import type { NewProposal, ProposalKind } from "./proposal.ts";

/** "ab 0.9" is a pair of memories with a score. */
function pairs(kind: ProposalKind, ...texts: readonly string[]): NewProposal[] {
  return texts.map((text) => {
    const [ids = "", score] = text.split(" ");
    return { kind, memories: ids.split("") as MemoryId[], score: Number(score) };
  });
}

const grouped = (proposals: readonly NewProposal[]) =>
  groupMerges(proposals).map(({ memories, parts }) => `${memories.join("")} ${parts.length}`);

test.each<[string, string[], string[]]>([
  ["three memories, each pair proposed", ["ab 0.9", "ca 0.88", "bc 0.86"], ["abc 3"]],
  [
    "a chain is not a group: its ends may state different things",
    ["ab 0.9", "bc 0.86"],
    ["ab 1", "bc 1"],
  ],
  [
    "two groups, and a pair between them",
    ["ab 0.95", "cd 0.94", "bc 0.9", "ef 0.8"],
    ["ab 1", "cd 1", "bc 1", "ef 1"],
  ],
  [
    "two pairs become a group of four",
    ["ab 0.95", "cd 0.94", "ac 0.9", "ad 0.89", "bc 0.88", "bd 0.87"],
    ["abcd 6"],
  ],
])("%s", (_name, texts, expected) => {
  expect(grouped(pairs("merge", ...texts))).toEqual(expected);
});

test("proposals of another kind are not grouped", () => {
  const links = pairs("link", "ab 0.9", "bc 0.8", "ac 0.7");
  expect(grouped(links)).toEqual(["ab 1", "bc 1", "ac 1"]);
  expect(grouped([...pairs("merge", "ab 0.9"), ...links])).toEqual([
    "ab 1",
    "ab 1",
    "bc 1",
    "ac 1",
  ]);
});
