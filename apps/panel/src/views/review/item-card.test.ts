/** Tests what the card of a proposal and of a contradiction shows, in both languages. */
import type { MemoryRow, ReviewItem, ReviewProposal } from "@tacit-memory/protocol";
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
  return htmlOfItem({ kind: "proposal", id: "p", change, memories: rowsOf(contents) }, lng);
}

function rowsOf(contents: readonly string[]): MemoryRow[] {
  return contents.map((content, i) => ({ ...ROW, id: `${i}`, content }));
}

async function htmlOfItem(item: ReviewItem, lng: "en" | "fr" = "en"): Promise<string> {
  const resources = { en: { translation: en }, fr: { translation: fr } };
  await i18next.use(initReactI18next).init({ lng, resources });
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

function contradictionOf(...contents: readonly string[]): ReviewItem {
  const [memory = ROW, ...against] = rowsOf(contents);
  return { kind: "memory", id: memory.id, memory, reasons: [], against, evidence: [] };
}

test("shows the sides of a contradiction with what differs, and asks which is true", async () => {
  const item = contradictionOf("the port is 7780 here", "the port is 7781 here");
  const html = await htmlOfItem(item, "fr");
  expect(html).toContain("Lequel est vrai ?");
  expect(html).toContain("<mark>7780 </mark>");
  expect(html).toContain("<mark>7781 </mark>");
});

test("does not mark sides that have little in common, nor more than two", async () => {
  const apart = contradictionOf(
    "use tabs",
    "every file is indented with two spaces, never with tabs",
  );
  expect(await htmlOfItem(apart)).not.toContain("<mark>");
  const three = await htmlOfItem(
    contradictionOf("port 1 of the api", "port 2 of the api", "port 3 of the api"),
  );
  expect(three).not.toContain("<mark>");
  expect(three).toContain("Which are true?");
});
