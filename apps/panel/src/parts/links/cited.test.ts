/** Tests what of a memory's text is rendered as code. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Cited } from "./cited.tsx";

test.each([
  ["run `npm test` first", "run <code>npm test</code> first"],
  [
    "Tests:\n```bash\nnpm test\nnpm run lint\n```\nin this order",
    'Tests:\n<code class="fenced">npm test\nnpm run lint</code>\nin this order',
  ],
  ["Tests: ```npm test```", 'Tests: <code class="fenced">npm test</code>'],
  ["```\na `b` c\n``` and `d`", '<code class="fenced">a `b` c</code> and <code>d</code>'],
  ["an open ``` fence", "an open ``` fence"],
  ["<b>`<i>`</b>", "&lt;b&gt;<code>&lt;i&gt;</code>&lt;/b&gt;"],
])("%j", (text, html) => {
  expect(renderToStaticMarkup(createElement(Cited, { text }))).toBe(html);
});
