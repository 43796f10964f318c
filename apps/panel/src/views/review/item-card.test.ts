/** Tests what the card of a proposal shows, in both languages. */
import type { MemoryRow, ReviewProposal } from "@tacit-memory/protocol";
import i18next from "i18next";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { en } from "../../i18n/en.ts";
import { fr } from "../../i18n/fr.ts";
import { ItemCard } from "./item-card.tsx";

const ROW: MemoryRow = {
  id: "01890000-0000-7000-8000-000000000000",
  type: "convention",
  title: "",
  content: "",
  standing: "believed",
  confidence: 0.7,
  state: "active",
  flags: [],
  files: [],
  tags: [],
  agent: null,
  createdAtMs: Date.UTC(2026, 10, 1),
  confirmedAtMs: Date.UTC(2026, 10, 1),
};

async function htmlOf(
  change: ReviewProposal["change"],
  contents: readonly string[],
  lng: "en" | "fr" = "en",
): Promise<string> {
  const resources = { en: { translation: en }, fr: { translation: fr } };
  await i18next.use(initReactI18next).init({ lng, resources });
  const memories = contents.map((content, i) => ({ ...ROW, id: `${i}`, content }));
  const item: ReviewProposal = { kind: "proposal", id: "p", change, memories };
  return renderToStaticMarkup(createElement(ItemCard, { item }));
}

test("marks on each side the words that the other memory does not contain", async () => {
  const html = await htmlOf("merge", ["the port is 7780 here", "the port is 7781 here"]);
  expect(html).toContain("<span>the port is </span><mark>7780 </mark><span>here</span>");
  expect(html).toContain("<span>the port is </span><mark>7781 </mark><span>here</span>");
  expect(html.indexOf("One memory")).toBeLessThan(html.indexOf("Another memory"));
});

test.each([
  ["link", ["the port is 7780", "the queue is empty"]],
  ["stale_decision", ["the port is 7780"]],
  ["error_pattern", ["a timeout", "a reset", "a refusal"]],
] as const)("shows the memories of a proposal without marks: %s", async (change, contents) => {
  const html = await htmlOf(change, contents);
  for (const content of contents) expect(html).toContain(content);
  expect(html).not.toContain("<mark>");
});

test.each([
  ["en", "Do these memories state the same?", "A proposal of tacit dream"],
  ["fr", "Ces souvenirs disent-ils la même chose ?", "Une proposition de tacit dream"],
] as const)("asks in the language of the person: %s", async (language, question, kind) => {
  const html = await htmlOf("merge", ["one text", "other text"], language);
  expect(html).toContain(question);
  expect(html).toContain(kind);
});
