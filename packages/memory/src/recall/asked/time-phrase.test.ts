/** Tests which questions state a time by the calendar, and which only contain words for a time. */
import { expect, test } from "vitest";
import { timePhraseIn } from "./time-phrase.ts";

/** A Sunday. */
const NOW = new Date(2026, 10, 22, 10, 30).getTime();
const day = (month: number, date: number) => new Date(2026, month - 1, date).getTime();
const week = { fromMs: day(11, 9), toMs: day(11, 16) };

test.each<[string, string, string, object]>([
  ["what did we learn last week", "", "last week", week],
  ["Last week, what did we decide?", "", "Last week", week],
  ["What was decided last week about headers?", "What about headers?", "last week", week],
  [
    "what changed in the last 7 days",
    "",
    "in the last 7 days",
    { fromMs: new Date(2026, 10, 15, 10, 30).getTime(), toMs: NOW + 1 },
  ],
  [
    "which decisions on CI are from March?",
    "which on CI are",
    "March",
    { fromMs: day(3, 1), toMs: day(4, 1) },
  ],
  ["lessons since monday", "", "since monday", { fromMs: day(11, 16) }],
  [
    "how were sessions stored before August?",
    "how were sessions stored",
    "before August",
    { toMs: day(8, 1) },
  ],
  [
    "what did we use for sessions until march 15",
    "what did we use for sessions",
    "until march 15",
    { toMs: day(3, 16) },
  ],
  ["was haben wir letzte Woche entschieden", "", "letzte Woche", week],
  ["qu'avons-nous décidé la semaine dernière ?", "", "la semaine dernière", week],
])("%s", (question, query, phrase, learned) => {
  expect(timePhraseIn(question, NOW)).toEqual({ query, phrase, learned });
});

test('treats "two weeks ago" as a period, not a moment', () => {
  const { learned } = timePhraseIn("what did we decide two weeks ago", NOW) ?? {};
  expect(learned?.fromMs).toBeLessThanOrEqual(day(11, 2));
  expect(learned?.toMs).toBeGreaterThan(day(11, 14));
});

test.each([
  "why did the deploy fail yesterday",
  "what may we decide on our own",
  "how is 3d rendering decided",
  "what must run before friday's release",
  "what has to be done before monday",
  "where is last week computed",
  "what did we learn",
  `what did we learn ${"x ".repeat(200)} last week`,
  "",
])("finds no period: %s", (question) => expect(timePhraseIn(question, NOW)).toBeNull());
