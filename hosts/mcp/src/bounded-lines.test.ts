/** Tests that a message which is too large is the only one lost, however it arrives. */
import { expect, test } from "vitest";
import { BoundedLines, MAX_LINE_BYTES, type RequestId } from "./bounded-lines.ts";

function through(text: string, pieceBytes: number) {
  const refused: RequestId[] = [];
  const lines = new BoundedLines((id) => refused.push(id));
  let passed = "";
  lines.on("data", (chunk: Buffer) => {
    passed += chunk.toString();
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    lines.write(bytes.subarray(at, at + pieceBytes));
  lines.end();
  return new Promise<{ passed: string; refused: RequestId[] }>((resolve) =>
    lines.on("end", () => resolve({ passed, refused })),
  );
}

const SMALL = '{"id":1,"text":"é"}\n{"id":2}\n';
const huge = "x".repeat(MAX_LINE_BYTES);

test.each([1, 7, 1000])("passes lines unchanged, in pieces of %i bytes", async (size) => {
  expect(await through(`${SMALL}the last`, size)).toEqual({
    passed: `${SMALL}the last`,
    refused: [],
  });
});

test.each<[string, RequestId, string]>([
  ["before", 7, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"text":"${huge}"}}`],
  ["after", "a-8", `{"method":"tools/call","params":{"a":"${huge}"},"jsonrpc":"2.0","id":"a-8"}`],
  ["nowhere", null, `{"jsonrpc":"2.0","method":"note","params":{"id":9,"text":"${huge}"}}`],
  ["in what is told only", null, `{"params":{"a":{"text":"${huge}"},"id":3}}`],
])("leaves out a line that is too large and reports its id: %s", async (_where, id, line) => {
  const { passed, refused } = await through(`${SMALL}${line}\n${SMALL}`, 65_536);
  expect(refused).toEqual([id]);
  expect(passed).toBe(SMALL + SMALL);
});
