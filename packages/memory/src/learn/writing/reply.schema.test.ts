/** Tests which parts of a model's text are read as an answer. */
import { expect, test } from "vitest";
import { readStatements, readStrikes } from "./reply.schema.ts";

const ONE = JSON.stringify({ title: "t", content: "c", kind: "rule", lines: [1], said_by: "user" });
const shape = (text: string) => {
  const reply = readStatements(text);
  return reply === null ? null : [reply.items.length, reply.unreadable];
};

test.each<[string, string, readonly number[] | null]>([
  ["one", ONE, [1, 0]],
  ["two, with a fence", `\`\`\`json\n${ONE}\n${ONE}\n\`\`\``, [2, 0]],
  ["an array, one object a line", `[\n${ONE},\n${ONE}\n]`, [2, 0]],
  ["words before", `Here you are:\n- ${ONE}`, [1, 0]],
  ["NONE", "NONE", [0, 0]],
  ["none, politely", "None.", [0, 0]],
  ["another shape beside a good one", `${ONE}\n{"title": 1}`, [1, 1]],
  ["half an object", `${ONE}\n{"title": "t", "con}`, [1, 1]],
  ["a kind that there is not", ONE.replace("rule", "poem"), [0, 1]],
  ["no lines", ONE.replace("[1]", "[]"), [0, 1]],
  ["a line of minus one", ONE.replace("[1]", "[-1]"), [0, 1]],
  ["twenty", Array.from({ length: 20 }, () => ONE).join("\n"), [8, 12]],
  ["an excuse", "I cannot help with that.", null],
  ["nothing", "", null],
])("%s", (_name, text, expected) => expect(shape(text)).toEqual(expected));

test("parses strikes", () => {
  expect(readStrikes('{"strike": 2, "why": "one_bug"}\n{"strike": "x"}')).toEqual({
    items: [{ strike: 2, why: "one_bug" }],
    unreadable: 1,
  });
  expect(readStrikes("NONE")).toEqual({ items: [], unreadable: 0 });
});
