/** Tests the panel as a person uses it: `tacit panel` in a real browser on a real store, while other commands write. */
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";
import { expectAccessible, inBrowser, type OpenedPanel, openPanel } from "./panel-page.ts";

const PORT = "The staging port is 7781 because 7780 is taken by the metrics sidecar.";
const LEDGER = "Invoices are numbered by the ledger service alone, never by the shop.";
const SAME = [
  "Add a changelog entry for every user-visible change.",
  "Every user-visible change needs a changelog entry.",
] as const;
const SCRIPT =
  '<script>document.title = "mine"</script><img src=x onerror="document.title=1"> breaks parsers.';

inBrowser(panelTests);

function panelTests(browser: () => Browser): void {
  test("every view works in both languages, has no axe violation, and runs no script of a memory", async () => {
    const { page, problems } = await opened(browser(), [PORT, LEDGER, SCRIPT]);
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.getByText(PORT).first().waitFor();
    expect(new URL(page.url()).hash).toBe("");
    await page.getByRole("link", { name: "Memories", exact: true }).click();
    await page.getByText(SCRIPT).waitFor();
    expect(await page.title()).toBe("Memories · Tacit");
    await expectAccessible(page);
    await page.getByText(PORT).click();
    await page.getByRole("heading", { level: 1, name: /staging port/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Français");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Aujourd’hui" }).click();
    await page.keyboard.press("Control+k");
    // At once, as when a person pastes: no later key selects an item.
    await page.keyboard.insertText("port de staging 7781");
    await page.getByRole("option", { name: /staging port/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /staging port/ }).waitFor();
    await page.getByRole("link", { name: "Aujourd’hui" }).click();
    await page.getByRole("heading", { name: "Aujourd’hui" }).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.getByRole("link", { name: "À trancher" }).click();
    await page.getByText("Tout est tranché").waitFor();
    for (const name of ["Sessions", "Code", "Demander", "Enseigner", "Réglages"]) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await expectAccessible(page);
    }
    expect(problems).toEqual([]);
  });

  test("the frame appears before the script, in the stored theme, and stays where it is", async () => {
    const { page, problems } = await opened(browser(), [PORT]);
    await page.getByText(PORT).first().waitFor();
    await page.evaluate(() =>
      localStorage.setItem("tacit.preferences", JSON.stringify({ theme: "dark", language: "fr" })),
    );
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/assets/index.js", async (route) => {
        await isReleased;
        await route.continue();
      });
      await page.goto(new URL("/", page.url()).href, { waitUntil: "commit" });
      await page.getByText("Tacit", { exact: true }).first().waitFor();
      // A browser paints nothing before the style sheet has arrived, but elements can be asked for before that.
      const scheme = await page.waitForFunction(() => {
        const { colorScheme } = getComputedStyle(document.documentElement);
        return colorScheme === "normal" ? null : colorScheme;
      });
      expect(await scheme.jsonValue()).toBe("dark");
      await expectAccessible(page);
      const before = await placesOf(page);
      release();
      await page.getByRole("heading", { level: 1, name: "Aujourd’hui" }).waitFor();
      expect(await placesOf(page)).toEqual(before);
      await page.unrouteAll();
    }
    expect(problems).toEqual([]);
  });

  test("search finds memories while typing, and undo restores a bulk archive", async () => {
    const { page, program } = await opened(browser(), [PORT, LEDGER]);
    await page.getByRole("link", { name: "Memories", exact: true }).click();
    await page.getByText(PORT).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("invoices ledger");
    const rows = page.locator("[data-row]");
    await expect.poll(() => rows.first().textContent()).toContain("numbered by the ledger");
    await page.keyboard.press("ArrowDown");
    const query = () => new URL(page.url()).searchParams.get("query");
    await expect.poll(query).toBe("invoices ledger");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /Invoices/ }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("invoices ledger");
    await expect.poll(() => rows.first().textContent()).toContain("numbered by the ledger");
    await page.getByRole("checkbox", { name: /^Select (all|the memory)/ }).check();
    const count = await rows.count();
    await page.getByRole("toolbar", { name: `${count} selected` }).waitFor();
    await page.keyboard.press("Escape");
    await rows.first().getByRole("link").focus();
    await page.keyboard.press("x");
    await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Undo" }).hover();
    await expect.poll(() => listed(program)).toEqual([PORT]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => listed(program)).toContain(LEDGER);
  });

  test("a whole review works by keyboard, and changes of other processes appear without a reload", async () => {
    const { page, program } = await opened(browser(), [PORT, LEDGER]);
    await page.getByText(PORT).first().waitFor();
    for (const memory of all(program)) program.tacit("feedback", memory.id, "flag");
    await page.getByRole("link", { name: /Review 2/ }).click();
    await page.getByText("1 of 2").waitFor();
    await expectEqualColumns(page);
    await page.keyboard.press("r");
    await page.getByText("1 of 1").waitFor();
    await page.keyboard.press("e");
    await page.getByRole("textbox").fill("The staging port is 7790 since the move.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("All done").waitFor();
    expect(listed(program)).toEqual(["The staging port is 7790 since the move."]);
    await page.keyboard.press("z");
    await page.getByText("1 of 1").waitFor();
  });

  test("a contradiction is settled by keyboard for both sides, and undone", async () => {
    const [tabs, spaces] = ["Use tabs for indentation.", "Use spaces for indentation, not tabs."];
    const { page, program } = await opened(browser(), [tabs, spaces]);
    await page.getByRole("link", { name: "Review 2" }).click();
    await page.getByText("These memories contradict each other. Which is true?").waitFor();
    await page.locator("mark").first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press("r");
    await page.getByText("All done").waitFor();
    expect(listed(program)).toEqual([tabs]);
    await page.keyboard.press("z");
    await page.getByText("1 of 2").waitFor();
    await page.keyboard.press("l");
    await page.getByText("2 were left for later.").waitFor();
    await page.getByRole("button", { name: "Look at them now" }).click();
    await page.keyboard.press("b");
    await page.getByText("All done").waitFor();
    expect(listed(program).sort()).toEqual([spaces, tabs]);
    expect(program.document("review")).toMatchObject({ memories: [] });
  });

  test("the help on keys names those of the view, and single keys can be switched off", async () => {
    const { page, program } = await opened(browser(), [PORT]);
    const [{ id } = { id: "" }] = all(program);
    program.tacit("feedback", id, "flag");
    await page.getByRole("link", { name: "Review 1" }).click();
    await page.getByText("1 of 1").waitFor();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard" });
    await help.getByText("Undo the last decision").waitFor();
    await expectAccessible(page);
    await help.getByRole("checkbox", { name: /Use single keys/ }).uncheck();
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.keyboard.press("r");
    await page.keyboard.press("?");
    expect(await page.getByText("1 of 1").isVisible()).toBe(true);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("keyboard");
    await page.getByRole("option", { name: "Keyboard" }).waitFor();
    await page.keyboard.press("Enter");
    await help.getByRole("checkbox", { name: /Use single keys/ }).check();
    await help.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("r");
    await page.getByText("All done").waitFor();
  });

  test("an unanswered question is recorded once, however often the store changes", async () => {
    const { page, program } = await opened(browser(), [PORT, LEDGER]);
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByRole("textbox", { name: "Question" }).fill("Who waters the zyzzyva quokka?");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is known about this").waitFor();
    for (const [i, { id }] of all(program).entries()) {
      program.tacit("feedback", id, "flag");
      await page.getByRole("link", { name: `Review ${i + 1}` }).waitFor();
    }
    expect(program.document("gaps")).toMatchObject([{ times: 1 }]);
  });

  test("a proposal of tacit dream is accepted, undone and rejected in the review", async () => {
    const { page, program } = await opened(browser(), SAME);
    await page.getByText(SAME[0]).first().waitFor();
    expect(program.tacit("dream").status).toBe(0);
    await page.getByText("proposal of tacit dream").waitFor();
    await page.getByRole("link", { name: "Review 1" }).click();
    await page.getByText("Do these memories state the same?").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Merge/ }).click();
    await page.getByRole("button", { name: "Undo" }).hover();
    await page.getByText("All done").waitFor();
    expect(listed(program)).toHaveLength(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 of 1").waitFor();
    expect(listed(program).sort()).toEqual(SAME);
    await page.keyboard.press("r");
    await page.getByText("All done").waitFor();
    expect(listed(program).sort()).toEqual(SAME);
  });
}

/** What each part of the frame has in common before and after the script: widths of words and heights of content differ. */
const PARTS = {
  ".brand": ["x", "y", "width", "height"],
  ".palette-button": ["x", "y", "width", "height"],
  nav: ["x", "y", "width", "height"],
  ".place:nth-child(3)": ["y", "height"],
  main: ["x", "y", "width"],
  ".view": ["x", "y", "width"],
  h1: ["x", "y", "height"],
} as const;

function placesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    (parts) =>
      Object.entries(parts).map(([name, sides]) => {
        const box = document.querySelector(name)?.getBoundingClientRect();
        return `${name} ${sides.map((side) => `${side} ${Math.round(box?.[side] ?? -1)}`).join(" ")}`;
      }),
    PARTS,
  );
}

/** Expects that on a phone each line of the four answers has two of them. */
async function expectEqualColumns(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = await page
    .locator(".decisions > button")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(new Set(lines).size).toBe(2);
  expect(lines[0]).toBe(lines[1]);
  expect(lines[2]).toBe(lines[3]);
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Opens a panel on a store with these memories. */
async function opened(browser: Browser, contents: readonly string[]): Promise<OpenedPanel> {
  const program = makeProject();
  for (const content of contents) expect(program.tacit("remember", content).status).toBe(0);
  return openPanel(browser, program);
}

function all(program: ProjectProgram): { readonly id: string; readonly content: string }[] {
  return program.document("list") as { id: string; content: string }[];
}

function listed(program: ProjectProgram): string[] {
  return all(program).map(({ content }) => content);
}
