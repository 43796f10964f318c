/** Absolute Python imports resolve as in Python, in any order of queries. */
import { expect, test } from "vitest";
import { pythonModules } from "./modules-python.ts";

const PATHS = [
  "app/__init__.py",
  "app/ssl.py",
  "app/http.py",
  "scripts/run.py",
  "scripts/ssl.py",
  "top.py",
];
const modules = (paths: readonly string[] = PATHS) =>
  pythonModules((path) => paths.includes(path), paths);

test("resolves from the roots, which include folders of scripts but no package folder", () => {
  const { resolve } = modules();
  expect(resolve("app/http.py", "app.ssl")).toBe("app/ssl.py");
  expect(resolve("app/http.py", "top")).toBe("top.py");
  // The standard library's module, although a neighbouring file has the same name.
  expect(resolve("app/http.py", "ssl")).toBeUndefined();
  expect(resolve("scripts/run.py", "ssl")).toBe("scripts/ssl.py");
  expect(resolve("app/http.py", ".ssl")).toBe("app/ssl.py");
});

test("never resolves a file to itself, and gives its neighbours the same result in any order", () => {
  const imports = ["scripts/ssl.py", "scripts/run.py"];
  const answers = (order: readonly string[]) => {
    const { resolve } = modules();
    return Object.fromEntries(order.map((from) => [from, resolve(from, "ssl") ?? null]));
  };
  const expected = { "scripts/ssl.py": null, "scripts/run.py": "scripts/ssl.py" };
  expect(answers(imports)).toEqual(expected);
  expect(answers(imports.toReversed())).toEqual(expected);
});

test("lets a package refer to itself by name", () => {
  const { resolve, child } = modules();
  expect(resolve("app/__init__.py", "app")).toBe("app/__init__.py");
  expect(child("app/__init__.py", "ssl")).toBe("app/ssl.py");
});
