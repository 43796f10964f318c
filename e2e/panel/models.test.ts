/** Tests that a model chosen in the panel is the one that `tacit models` reports in another process. */
import { createServer } from "node:http";
import type { Browser } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";
import { expectAccessible, inBrowser, openPanel } from "./panel-page.ts";

inBrowser(modelTests);

interface Listed {
  readonly role: string;
  readonly name: string;
  readonly isChosen: boolean;
}

function chosenIn({ document }: ProjectProgram, role: string): string[] {
  const rows = document("models", "list") as readonly Listed[];
  return rows.filter((row) => row.role === role && row.isChosen).map(({ name }) => name);
}

/** Starts a server that answers each chat like a writer without lessons. Returns its address and what it was sent. */
async function writerServer() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push(`${request.headers.authorization} ${body}`);
      response.setHeader("content-type", "application/json");
      response.end('{"choices":[{"message":{"role":"assistant","content":"NONE"}}]}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  return { url: `http://127.0.0.1:${port}/v1`, received };
}

function modelTests(browser: () => Browser): void {
  test("a writer is chosen with its address, reported by another process, and taken back", async () => {
    const made = makeProject();
    const program = { ...made, env: { ...made.env, MY_KEY: "sk-never-in-a-browser" } };
    const { url, received } = await writerServer();
    const { page, problems } = await openPanel(browser(), program);
    const seen: string[] = [];
    page.on("response", async (response) => {
      if (response.url().includes("/api/")) seen.push(await response.text().catch(() => ""));
    });
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("button", { name: "Change: Writer of lessons" }).click();
    await page.getByRole("radio", { name: /OpenAI-compatible server/ }).check();
    const choose = page.getByRole("button", { name: "Use this model" });
    expect(await choose.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1:9/v1");
    await page.getByRole("textbox", { name: "Name of the model" }).fill("small");
    await page.getByRole("textbox", { name: "Environment variable with the key" }).fill("MY_KEY");
    await expectAccessible(page);
    await choose.click();
    await page.getByRole("alert").filter({ hasText: "The model cannot be reached." }).waitFor();
    expect(chosenIn(program, "writer")).toEqual([]);
    await page.getByRole("textbox", { name: "Address" }).fill(url);
    await choose.click();
    await page.getByText("small · ").waitFor();
    // A notice stays while the pointer is on it; the next step starts a process, which takes seconds on a loaded machine.
    await page.getByRole("button", { name: "Undo" }).hover();
    expect(chosenIn(program, "writer")).toEqual(["small"]);
    expect(received).toHaveLength(1);
    expect(received[0]).toContain("Bearer sk-never-in-a-browser");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("small · ").waitFor({ state: "detached" });
    expect(chosenIn(program, "writer")).toEqual([]);
    expect(seen.join("\n")).not.toContain("sk-never");
    // The browser reports the refused call itself.
    expect(problems.filter((problem) => !problem.includes("503"))).toEqual([]);
  });

  test("a reranker and no reranker are chosen by keyboard, in French", async () => {
    const program = makeProject();
    const { page, problems } = await openPanel(browser(), program);
    await page.evaluate(() =>
      localStorage.setItem("tacit.preferences", JSON.stringify({ theme: "dark", language: "fr" })),
    );
    await page.goto(new URL("/settings", page.url()).href);
    const change = page.getByRole("button", { name: "Changer : Second examen des résultats" });
    const present = page.getByRole("listitem").filter({ has: change });
    for (const [key, word, name] of [
      ["ArrowDown", "Chaque résultat", "late"],
      ["ArrowDown", "Aucun", "none"],
    ] as const) {
      await change.focus();
      await page.keyboard.press("Enter");
      const radio = page.getByRole("dialog").locator("input[type=radio]:checked");
      await radio.focus();
      await page.keyboard.press(key);
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await present.filter({ hasText: word }).waitFor();
      expect(chosenIn(program, "reranker")).toEqual([name]);
    }
    expect(problems).toEqual([]);
  });
}
