/** Tests data sets with special formats: CSV with all its quotes, intents, dialogues, commands, events. */
import { expect, test } from "vitest";
import {
  csvRows,
  mineEvents,
  mineFiction,
  mineIntents,
  minePersonas,
  mineTaskmaster,
  mineTldr,
  nluRows,
} from "./general.ts";

test.each([
  [
    "a,b\nc,d\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    '"a, ""quoted""\nand long",b\r\nc,',
    [
      ['a, "quoted"\nand long', "b"],
      ["c", ""],
    ],
  ],
  ["single\na,b", [["a", "b"]]],
  ["", []],
])("reads the rows of %j", (text, expected) => expect(csvRows(text)).toEqual(expected));

test("pairs an utterance with the two before it of the same intent", () => {
  const rows = [
    ["one", "x"],
    ["two", "x"],
    ["other", "y"],
    ["three", "x"],
    ["four", "x"],
  ] as const;
  const pairs = [...mineIntents(rows, "a/b")].map(({ a, b }) => `${a} ${b}`);
  expect(pairs).toEqual(["one two", "one three", "two three", "two four", "three four"]);
});

test("reads the rows of the NLU evaluation data", () => {
  const text = 'id;scenario;intent;x;said\n1;alarm;set;"wake me";"wake me up at five"\nbroken\n';
  expect(nluRows(text)).toEqual([["wake me up at five", "alarm set"]]);
});

const TURNS = ["I would like to order a large pizza", "Which toppings would you like on it then"];

test("pairs a turn with its answer, and a trait with the most similar turn", () => {
  const talk = `User 1: ${TURNS[0]}\nUser 2: ${TURNS[1]}`;
  const csv = `first,second,talk\n"I love pizza","I paint","${talk}"\n`;
  expect([...minePersonas(csv, "a/b")]).toEqual([
    { k: "turn_answer", r: "a/b", a: TURNS[0], b: TURNS[1] },
    { k: "trait_turn", r: "a/b", a: "I love pizza", b: TURNS[0] },
  ]);
  const json = JSON.stringify([{ utterances: TURNS.map((text) => ({ text })) }, {}]);
  expect([...mineTaskmaster(json, "a/b")].map(({ k, a }) => [k, a])).toEqual([
    ["turn_answer", TURNS[0]],
  ]);
  expect(() => [...mineTaskmaster("[{", "a/b")]).toThrow(SyntaxError);
});

test("pairs the purpose of a command with its call", () => {
  const text =
    "# tar\n\n> Archiving of many files into one.\n> More information: <https://x>.\n\n- Unpack an archive:\n\n`tar xf {{path}}`\n";
  expect([...mineTldr(text, "a/b")].map(({ k, a, b }) => [k, a, b])).toEqual([
    ["command_about", "tar", "Archiving of many files into one."],
    ["task_command", "Unpack an archive", "tar xf path"],
  ]);
});

test("pairs an event with its consequence", () => {
  const text =
    "PersonX calls PersonY @@ xWant\t none | to talk to PersonY\nbroken\nX @@ xNeed\tnone\n";
  expect([...mineEvents(text, "a/b")]).toEqual([
    {
      k: "event_consequence",
      r: "a/b",
      a: "someone calls somebody else",
      b: "then wants to talk to somebody else",
    },
  ]);
});

test("pairs neighbouring paragraphs of a story, and a sentence with the text after it", () => {
  const first =
    "He walked down to the river in the morning. It was cold and quiet and nobody was there.";
  const next = "The boat lay where they had left it the evening before.";
  const found = [...mineFiction(`<p>${first}</p><p class="x"><i>${next}</i></p>`, "a/b")];
  expect(found.map(({ k, b }) => [k, b])).toEqual([
    ["fiction_next", next],
    ["fiction_rest", "It was cold and quiet and nobody was there."],
  ]);
});
