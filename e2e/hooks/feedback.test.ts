/** A person's feedback on a memory reaches running sessions and can be undone. Each step is a separate process. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProject } from "../project-program.ts";
import { contextOf, hookHost } from "./hook-process.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";
const ASK = "Which port must the preview server listen on?";
const OTHER = "Please rename the helper in the date parser and run its tests.";

test("reports a rejection to the running session once, and shows the memory again after undo", async () => {
  const here = makeProject();
  const { id } = here.document("remember", PORT) as { id: string };
  const host = hookHost(join(here.base, "home"), here.project);
  const contextFor = async (session: string, prompt: string) =>
    contextOf(await host.tell("UserPromptSubmit", session, { prompt }));
  expect(await contextFor("running", ASK)).toContain("port 3000");
  const flagged = here.document("feedback", id, "flag", "--because", "the proxy moved") as object;
  expect(flagged).toMatchObject({ needsReview: true, state: "active" });
  expect(await contextFor("running", OTHER)).toMatch(/withdrawn/);
  expect(await contextFor("running", OTHER)).not.toMatch(/withdrawn/);
  expect(await contextFor("second", ASK)).not.toContain("port 3000");
  const undone = here.document("undo") as { changes: object[]; memories: object[] };
  expect(undone.changes).toMatchObject([{ change: "feedback flag" }]);
  expect(undone.memories).toMatchObject([{ id, needsReview: false }]);
  expect(await contextFor("third", ASK)).toContain("port 3000");
  expect(here.tacit("undo", "--list").stdout).toMatch(/feedback flag.*undone/);
});

test("shows a correction to the running session once, also when its prompt asks for it", async () => {
  const here = makeProject();
  const { id } = here.document("remember", PORT) as { id: string };
  const host = hookHost(join(here.base, "home"), here.project);
  const contextFor = async () =>
    contextOf(await host.tell("UserPromptSubmit", "running", { prompt: ASK }));
  expect(await contextFor()).toContain("port 3000");
  const text = "The preview server must listen on port 8081 because the proxy moved.";
  here.document("correct", id, text);
  const context = await contextFor();
  expect(context).toContain("was withdrawn");
  expect(context.split(text)).toHaveLength(2);
  expect(await contextFor()).not.toContain(text);
});

test("rejects a wrong verdict or id with the next step and changes nothing", () => {
  const here = makeProject();
  const { id } = here.document("remember", PORT) as { id: string };
  expect(here.tacit("feedback", id, "bad")).toMatchObject({ status: 64 });
  expect(here.tacit("feedback", "abcdef12", "useful").status).toBe(66);
  expect(here.tacit("undo", "abcdef12").status).toBe(66);
  expect(here.document("list")).toMatchObject([{ id, needsReview: false }]);
});
