/** Does an absolute import of Python find what Python would, whoever asked before? */
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

test("from the roots; a package's own folder is none, a folder of scripts is", () => {
  const { resolve } = modules();
  expect(resolve("app/http.py", "app.ssl")).toBe("app/ssl.py");
  expect(resolve("app/http.py", "top")).toBe("top.py");
  // The standard library's, though a neighbour goes by its name.
  expect(resolve("app/http.py", "ssl")).toBeUndefined();
  expect(resolve("scripts/run.py", "ssl")).toBe("scripts/ssl.py");
  expect(resolve("app/http.py", ".ssl")).toBe("app/ssl.py");
});

test("a file does not import itself, and whether it asked first changes nothing for its neighbours", () => {
  const asked = ["scripts/ssl.py", "scripts/run.py"];
  const answers = (order: readonly string[]) => {
    const { resolve } = modules();
    return Object.fromEntries(order.map((from) => [from, resolve(from, "ssl") ?? null]));
  };
  const expected = { "scripts/ssl.py": null, "scripts/run.py": "scripts/ssl.py" };
  expect(answers(asked)).toEqual(expected);
  expect(answers(asked.toReversed())).toEqual(expected);
});

test("a package names itself for what is in it", () => {
  const { resolve, child } = modules();
  expect(resolve("app/__init__.py", "app")).toBe("app/__init__.py");
  expect(child("app/__init__.py", "ssl")).toBe("app/ssl.py");
});
