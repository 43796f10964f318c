/** Tests reading the head of a stream, and what happens to the rest. */
import { expect, test } from "vitest";
import { withHead } from "./file-bytes.ts";

function counted() {
  const state = { isEnded: false };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (const text of ["ab", "cd", "ef"]) yield Buffer.from(text);
    } finally {
      state.isEnded = true;
    }
  }
  return { state, chunks: chunks() };
}

test("returns all of it again from the start", async () => {
  const { state, chunks } = counted();
  const { head, rest } = await withHead(chunks, 3);
  const parts: Uint8Array[] = [];
  for await (const chunk of rest) parts.push(chunk);
  expect([head, Buffer.concat(parts)].map(String)).toEqual(["abc", "abcdef"]);
  expect(state.isEnded).toBe(true);
});

test("a reader that stops after the head leaves nothing open", async () => {
  const { state, chunks } = counted();
  const { rest } = await withHead(chunks, 3);
  await rest.return(undefined);
  expect(state.isEnded).toBe(true);
});
