/** Names of symbols as real indexers write them. */
import { describe, expect, test } from "vitest";
import { isLocalSymbol, lastDescriptor, packageNameOf, packageOf } from "./scip-symbol.ts";

describe("the last descriptor", () => {
  test.each([
    [
      "scip-typescript npm hono 4.1 src/`http.ts`/App#get().",
      "get",
      "method",
      "scip-typescript npm hono 4.1 src/`http.ts`/App#",
    ],
    [
      "scip-typescript npm hono 4.1 src/`http.ts`/App#",
      "App",
      "type",
      "scip-typescript npm hono 4.1 src/`http.ts`/",
    ],
    [
      "scip-typescript npm hono 4.1 src/`http.ts`/",
      "http.ts",
      "namespace",
      "scip-typescript npm hono 4.1 src/",
    ],
    [
      "scip-typescript npm hono 4.1 src/`a.ts`/App#`<constructor>`().",
      "<constructor>",
      "method",
      "scip-typescript npm hono 4.1 src/`a.ts`/App#",
    ],
    [
      "scip-python python scrapy 1 `scrapy.http`/Request#url.",
      "url",
      "term",
      "scip-python python scrapy 1 `scrapy.http`/Request#",
    ],
    [
      "scip-python python scrapy 1 conftest/_py_files().(folder)",
      "folder",
      "parameter",
      "scip-python python scrapy 1 conftest/_py_files().",
    ],
    [
      "scip-python python scrapy 1 conftest/__init__:",
      "__init__",
      "meta",
      "scip-python python scrapy 1 conftest/",
    ],
    [
      "semanticdb maven . . com/acme/List#add(+1).",
      "add",
      "method",
      "semanticdb maven . . com/acme/List#",
    ],
    [
      "semanticdb maven . . com/acme/List#[T]",
      "T",
      "type_parameter",
      "semanticdb maven . . com/acme/List#",
    ],
    ["cxx . . $ ns/MAX!", "MAX", "macro", "cxx . . $ ns/"],
    ["s m p v `a``b`#", "a`b", "type", ""],
    ["s m two  words v x.", "x", "term", ""],
  ])("%s", (symbol, name, suffix, owner) => {
    expect(lastDescriptor(symbol)).toEqual({ name, suffix, owner });
  });

  test.each(["local 12", "", "a b c", "s m p v x", "s m p v `x", "s m p v (x", "s m p v x("])(
    "returns null for %j",
    (symbol) => {
      expect(lastDescriptor(symbol)).toBeNull();
    },
  );
});

test("reads the package without its version", () => {
  expect(packageOf("s npm @a/b 1.0 x.")).toBe(packageOf("s npm @a/b 2.0 y#"));
  expect(packageNameOf("s npm @a/b 1.0 x.")).toBe("@a/b");
  expect(packageNameOf("s npm two  words 1 x.")).toBe("two words");
  expect([
    packageOf("local 3"),
    isLocalSymbol("local 3"),
    isLocalSymbol("s m p v locals."),
  ]).toEqual(["", true, false]);
});
