/** Tests that the frame in index.html, which is painted before the script runs, has the logo and places of the page. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import page from "../../index.html?raw";
import { Logo } from "./logo.tsx";
import { PAGES } from "./places.tsx";

/** Removes differences in writing between HTML and what React renders. */
const plain = (html: string) =>
  html
    .replace(/\s+/g, " ")
    .replace(/ ?\/>/g, "></circle>")
    .replace(/ ?(<|>) ?/g, "$1");

test("the logo is the same", () => {
  const svg = /<svg.*?<\/svg>/s.exec(page)?.[0] ?? "";
  expect(plain(svg)).toBe(plain(renderToStaticMarkup(createElement(Logo))));
});

test("the places are the same, in the same order", () => {
  const found = [...page.matchAll(/class="(place(?: place-rare)?)"/g)].map(([, name]) => name);
  const wanted = PAGES.map(({ isRare }) => (isRare === true ? "place place-rare" : "place"));
  expect(found).toEqual(wanted);
});
