/** Tests the views of the code in a real browser, on the source files of this repository. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";
import { expectAccessible, inBrowser, openPanel } from "./panel-page.ts";

const SOURCES = fileURLToPath(new URL("../../packages/redact/", import.meta.url));
const MEMORY = "Every rule that finds a secret returns findings; only `redact` changes the text.";

/** Only for a page that hangs: a slow machine must not fail a test. */
const SLOW = { timeout: 60_000 };

inBrowser(panelTests);

/** A project with the sources of one package and a memory about one of its files. */
function redactProject(): ProjectProgram {
  const program = makeProject();
  for (const name of ["package.json", "src"])
    cpSync(join(SOURCES, name), join(program.project, "packages/redact", name), {
      recursive: true,
    });
  const file = "packages/redact/src/redact.ts";
  expect(program.tacit("remember", MEMORY, "--file", file).status).toBe(0);
  return program;
}

function panelTests(browser: () => Browser): void {
  test("a project without a code graph is told how to make one, and the page follows", async () => {
    const { page, program, problems } = await openPanel(browser(), redactProject());
    await page.getByRole("link", { name: "Code", exact: true }).click();
    await page.getByText("No code graph yet").waitFor();
    await expectAccessible(page);
    expect(program.tacit("index").status).toBe(0);
    await page.getByRole("link", { name: "@tacit-memory/redact" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("keys lead from the modules to a file, its users and its memory, and back to the file", async () => {
    const program = redactProject();
    expect(program.tacit("index").status).toBe(0);
    const { page, problems } = await openPanel(browser(), program);
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Code");
    await page.getByRole("option", { name: "Code" }).waitFor();
    await page.keyboard.press("Enter");
    const row = page.getByRole("row", { name: /@tacit-memory\/redact/ });
    await expect.poll(() => row.textContent(), SLOW).toMatch(/Shallow1 of \d+ files/);
    await expectAccessible(page);
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "@tacit-memory/redact" }).waitFor();
    await page.getByText("src/assignment.ts").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("/");
    await page.keyboard.type("redact.ts");
    await page.getByText("1 file", { exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "redact.ts" }).waitFor();
    const users = page.locator("section", { has: page.getByRole("heading", { name: "Used by" }) });
    await users
      .getByRole("link", { name: /src\/redact\.test\.ts|src\/index\.ts/ })
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "All memories about this file" }).waitFor();
    await page.getByRole("link", { name: /Every rule that finds a secret/ }).click();
    await page.getByRole("heading", { level: 1, name: /Every rule/ }).waitFor();
    await page
      .getByRole("link", { name: /src\/redact\.ts/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: /^redact\.ts/ }).waitFor();
    expect(problems).toEqual([]);
  });

  test("the graph expands at a press in the list, and stays accessible when narrow and dark", async () => {
    const program = redactProject();
    expect(program.tacit("index").status).toBe(0);
    const { page, problems } = await openPanel(browser(), program);
    await page.getByRole("link", { name: "Graph", exact: true }).click();
    const map = page.getByRole("img", { name: /^A map of \d+ nodes/ });
    await expect.poll(() => map.locator("canvas").count(), SLOW).toBeGreaterThan(0);
    await expectAccessible(page);
    const list = page.getByRole("complementary", { name: "Modules" });
    await list
      .getByRole("button", { name: /redact/ })
      .first()
      .click();
    await list
      .getByRole("link", { name: /Every rule/ })
      .first()
      .click();
    const neighbours = page.getByRole("complementary", { name: "Neighbours" });
    await neighbours.getByRole("link", { name: /^packages\/redact\/src\/ ?redact\.ts$/ }).click();
    await neighbours.getByRole("heading", { name: /^Used by/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("focus")).toBe(
      "file:packages/redact/src/redact.ts",
    );
    const drawing = page.getByRole("img", { name: /^A drawing of \d+ nodes/ });
    await expect.poll(() => drawing.locator("canvas").count(), SLOW).toBeGreaterThan(0);
    await expectAccessible(page);
    await page.goBack();
    await neighbours.getByRole("heading", { name: /^About/ }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "dark" });
    for (const address of ["/graph", "/graph?focus=file%3Agone.ts"])
      await expectFits(page, address);
    expect(problems).toEqual([]);
  });

  test("a symbol has its own address, in both languages, on a narrow and dark screen", async () => {
    const program = redactProject();
    expect(program.tacit("index").status).toBe(0);
    const { page, problems } = await openPanel(browser(), program);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("heading", { name: "Today" }).waitFor();
    for (const address of [
      "/code",
      "/code?query=redact",
      "/code?module=none",
      "/code/file?path=packages%2Fredact%2Fsrc%2Fredact.ts",
      "/code/file?path=packages%2Fredact%2Fpackage.json",
      "/code/file?path=gone.ts",
      "/code/file?path=packages%2Fredact",
      "/code/file",
    ])
      await expectFits(page, address);
    await page.goto(
      new URL("/code/file?path=packages%2Fredact%2Fsrc%2Fredact.ts", page.url()).href,
    );
    await page.getByRole("link", { name: "redact", exact: true }).click();
    await page.getByRole("link", { name: "Show the whole file" }).waitFor();
    expect(new URL(page.url()).searchParams.get("symbol")).toBe("redact");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Français");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Utilisé par" }).waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });
}

/** Opens an address. Expects that the page is accessible and scrolls in one direction only. */
async function expectFits(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, page.url()).href);
  await page.locator("main :is(h1, .empty-title)").first().waitFor();
  await page.locator(".loading").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(320);
  await expectAccessible(page);
}
