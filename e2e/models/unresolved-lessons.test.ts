/** Tests that a plan which the user refused becomes no lesson and that an unconfirmed cause is worded as a guess. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  answerAsChatWriter,
  type Say,
} from "../../packages/memory/src/learn/writing/testing-writers.ts";
import { testServer } from "../../packages/memory/src/search/models/testing-server.ts";
import { sessionScript } from "../../packages/memory/src/testing/testing-life.ts";
import { clearGrounds } from "../mcp/spawned-server.ts";
import { makeProgram } from "./tacit-process.ts";

afterAll(clearGrounds);

const CAUSE =
  "The charts are empty because `resample` drops every series that is shorter than the minimum number of points.";
const PLAN =
  "The minimum number of points of `resample` is derived from the policy instead of the manual config.";

/** Writes two lessons: a cause, and the proposal of a plan that the user refuses at the end. */
const writing: Say = (user) => {
  const lineOf = (text: string) =>
    Number(new RegExp(`^\\[(\\d+)\\] agent: ${text}`, "m").exec(user)?.[1]);
  const [cause, plan] = [lineOf("The charts are empty"), lineOf("The minimum number")];
  if (user.includes("\nLesson 1 ") || !(cause > 0 && plan > 0)) return "NONE";
  expect(user).toContain("user: (refusing the plan)");
  const lessons = [
    { title: "Charts are empty", content: CAUSE, kind: "root_cause", lines: [cause] },
    { title: "Minimum points of resample", content: PLAN, kind: "decision", lines: [plan] },
  ];
  return lessons.map((lesson) => JSON.stringify({ ...lesson, said_by: "agent" })).join("\n");
};

test("drops a refused plan and marks an unconfirmed cause as unconfirmed", async () => {
  const { url } = await testServer(answerAsChatWriter(writing));
  const tacit = makeProgram({ TACIT_ENCODER: "off" });
  const call = { callId: "c1", tool: "other" as const, hostTool: "ExitPlanMode" };
  const output = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
  const { events } = sessionScript("s1", Date.now())
    .prompt("why are the charts empty, and how do we mend it for good?")
    .add("message", { text: CAUSE })
    .add("message", { text: PLAN })
    .add("tool_call", { ...call, input: { plan: PLAN } })
    .add("tool_result", { ...call, output, isError: true })
    .end();
  const path = join(tacit.base, "s1.jsonl");
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  await tacit.json(["observe", path, "--finalize"]);
  const how = ["--with", "openai-compatible", "--url", url, "--model", "m"];
  expect(await tacit.json(["learn", ...how, "--yes", "--no-home"])).toMatchObject({
    sessions: [{ session: "s1", dropped: { refused: 1 }, problem: null }],
  });
  expect(await tacit.json(["list"])).toMatchObject([
    { content: `Probably, but not confirmed by a run: ${CAUSE}`, standing: "hypothesis" },
  ]);
});
