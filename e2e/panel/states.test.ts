/** Tests the states of the panel without content: empty, not found, locked and offline, and the narrowest and widest screens. */
import { once } from "node:events";
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeProject } from "../project-program.ts";
import { expectAccessible, inBrowser, openPanel } from "./panel-page.ts";

const PLACES = [
  "/",
  "/memories",
  "/review",
  "/sessions",
  "/code",
  "/graph",
  "/ask",
  "/teach",
  "/settings",
  "/start",
  "/start/learned",
];

inBrowser(panelTests);

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await page.locator("main :is(h1, .empty-title)").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".loading") === null);
}

function panelTests(browser: () => Browser): void {
  test("an empty project fits the narrowest screen in French, and its empty views lead to the first run", async () => {
    const { page, problems } = await openPanel(browser(), makeProject());
    await page.getByRole("heading", { level: 1, name: "Get started" }).waitFor();
    await page.evaluate(() =>
      localStorage.setItem("tacit.preferences", JSON.stringify({ theme: "dark", language: "fr" })),
    );
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of PLACES) {
      await visit(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
      await expectAccessible(page);
    }
    for (const path of ["/memories", "/sessions", "/start/learned"]) {
      await visit(page, path);
      await page.locator(".empty").getByRole("link", { name: "Premiers pas" }).click();
      await page.getByRole("heading", { level: 1, name: "Premiers pas" }).waitFor();
    }
    expect(problems).toEqual([]);
  });

  test("what does not exist is told in the reader's language, and offers no second try", async () => {
    const { page } = await openPanel(browser(), makeProject());
    await page.getByRole("heading", { level: 1, name: "Get started" }).waitFor();
    await page.evaluate(() =>
      localStorage.setItem("tacit.preferences", JSON.stringify({ theme: "light", language: "fr" })),
    );
    await visit(page, "/memories/01890000-0000-7000-8000-000000000000");
    await page.getByText("Ce souvenir n’existe pas.").waitFor();
    await page.getByRole("heading", { level: 1, name: "Introuvable" }).waitFor();
    expect(await page.getByRole("button", { name: "Réessayer" }).count()).toBe(0);
    await visit(page, "/memories/xx");
    await page.getByText("L’adresse de cette page n’est pas valable.").waitFor();
    await visit(page, "/sessions/none");
    await page.getByText("Cette session n’existe pas dans ce projet.").waitFor();
    await visit(page, "/nowhere");
    await page.getByRole("link", { name: "Aller à Aujourd’hui" }).waitFor();
  });

  test("text and rows grow on a screen of 4k, and Hebrew begins on the right", async () => {
    const program = makeProject();
    for (const text of ["The port of staging is 7781.", "יש להריץ את הבדיקות לפני כל דחיפה."])
      expect(program.tacit("remember", text).status).toBe(0);
    const { page } = await openPanel(browser(), program);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await visit(page, "/memories");
    const boxes = await Promise.all(
      (await page.locator("[data-row]").all()).map((row) => row.boundingBox()),
    );
    expect(boxes.map((box) => box?.height)).toEqual([147, 147]);
    // The second row begins where the first one ends.
    expect((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0)).toBe(147);
    const hebrew = await page.locator(".row-text", { hasText: "הבדיקות" }).evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { fontSize, lineHeight } = getComputedStyle(text);
      return {
        free: text.getBoundingClientRect().right - range.getBoundingClientRect().right,
        lines: Number.parseFloat(lineHeight) / Number.parseFloat(fontSize),
      };
    });
    expect(hebrew.free).toBeLessThan(2);
    expect(hebrew.lines).toBeGreaterThan(1.3);
    await expectAccessible(page);
  });

  test("a browser without the token is told how to get in, and a stopped panel how to go on", async () => {
    const { page, panel } = await openPanel(browser(), makeProject());
    await page.getByRole("heading", { level: 1, name: "Get started" }).waitFor();
    const stranger = await browser().newPage({ locale: "en-GB" });
    await stranger.goto(new URL("/memories", page.url()).href);
    await stranger.getByText("This panel is locked").waitFor();
    // It is not offline: the server answered.
    expect(await stranger.getByText("No connection to Tacit.").count()).toBe(0);
    await expectAccessible(stranger);
    await stranger.close();
    panel.kill();
    await once(panel, "exit");
    await page.getByText("No connection to Tacit.").waitFor();
    await expectAccessible(page);
  });
}
