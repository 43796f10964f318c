/** Tests that `tacit serve` has the panel at its address, beside the server for agents, on one store. */
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { ask } from "../mcp/http-client.mjs";
import { call, initialize } from "../mcp/wire.mjs";
import { makeProject } from "../project-program.ts";
import { inBrowser, openPanel } from "./panel-page.ts";

const RULE = "Start the ledger before the tests, because they read its port.";

inBrowser(panelTests);

function panelTests(browser: () => Browser): void {
  test("what an agent stores appears in the open panel, and a script reads it with the token", async () => {
    const { page, printed, problems } = await openPanel(browser(), makeProject(), "serve");
    await page.getByRole("heading", { level: 1, name: "Get started" }).waitFor();
    await page.goto(new URL("/memories", printed.url).href);
    await page.getByRole("heading", { level: 1, name: "Memories" }).waitFor();
    const { mcpUrl = "", token = "" } = printed;
    const headers = { authorization: `Bearer ${token}` };
    const begun = await ask(mcpUrl, { body: initialize("2025-06-18"), headers });
    const session = { ...headers, "mcp-session-id": String(begun.headers["mcp-session-id"]) };
    const body = call(1, "tools/call", { name: "remember", arguments: { content: RULE } });
    const stored = await ask(mcpUrl, { body, headers: session });
    expect(stored.message.result.content[0].text).toMatch(/^Stored as/);
    await page.getByText("Start the ledger before the tests").first().waitFor();
    const api = `${printed.url}api/memories`;
    expect(await (await fetch(api, { headers })).text()).toContain("Start the ledger");
    expect((await fetch(api)).status).toBe(401);
    expect((await fetch(api, { headers: { authorization: "Bearer x" } })).status).toBe(401);
    expect(problems).toEqual([]);
  });

  test("without the token, the address shows that the panel is locked, and nothing else", async () => {
    const { page, printed } = await openPanel(browser(), makeProject(), "serve");
    const stranger = await browser().newContext();
    const other = await stranger.newPage();
    await other.goto(printed.url);
    await other.getByText("This panel is locked").waitFor();
    await stranger.close();
    await page.getByRole("heading", { level: 1, name: "Get started" }).waitFor();
  });
}
