/** Tests that the reasons for an incomplete list are true of its direction. */
import type { CodeGaps } from "@tacit-memory/protocol";
import i18next from "i18next";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { en } from "../../i18n/en.ts";
import { Gaps } from "./gaps.tsx";

beforeAll(() =>
  i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: en } } }),
);

const GAPS: CodeGaps = {
  isCut: false,
  unknownCalls: 2,
  unknownAt: [],
  unreadBy: { ".ts": 1 },
  stale: 0,
  isProperty: false,
};

test.each([
  [
    "via",
    "1 file contains a name defined here and is not read completely (1 .ts).",
    "2 calls of a name defined here have a receiver of unknown type.",
  ],
  [
    "usedVia",
    "This file is not read completely.",
    "2 calls in it have a receiver of unknown type.",
  ],
] as const)("the reasons of the list %s", (via, unread, calls) => {
  const page = renderToStaticMarkup(createElement(Gaps, { gaps: GAPS, via }));
  const lines = [...page.matchAll(/<(?:li|summary)>([^<]+)</g)].map(([, text]) => text);
  expect(lines).toEqual([unread, calls]);
});
