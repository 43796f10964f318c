/** Tests that about one in four shell results opens the store, whatever a host's ids look like. */
import { expect, test } from "vitest";
import { answersShellResult } from "./answers-shell-result.ts";

const IDS: readonly (readonly [string, (n: number) => string])[] = [
  ["counted", (n) => `call_${n}`],
  ["random", (n) => `toolu_${(n * 2_654_435_761).toString(36)}`],
  ["one ending", (n) => `${n}:Bash`],
];

test.each(IDS)(
  "%s ids: selects between 20 and 30 %% of them, and the same ones each time",
  (_name, idOf) => {
    const ids = Array.from({ length: 2000 }, (_, n) => idOf(n));
    const answered = ids.filter(answersShellResult);
    expect(answered.length / ids.length).toBeGreaterThan(0.2);
    expect(answered.length / ids.length).toBeLessThan(0.3);
    expect(ids.filter(answersShellResult)).toEqual(answered);
  },
);
