/** What an agent stores by running `tacit remember` is its own word, not the user's. */
import { expect, test } from "vitest";
import { testMachine } from "./testing-machine.ts";

const LESSON = "The preview server must listen on port 3000, because the proxy expects it.";

test.each<[string, Record<string, string>, string, string]>([
  ["a person", {}, "user_taught", "verified"],
  ["Claude Code", { CLAUDECODE: "1" }, "agent_explicit", "believed"],
  ["Gemini CLI", { GEMINI_CLI: "1" }, "agent_explicit", "believed"],
  ["an empty variable", { CLAUDECODE: "" }, "user_taught", "verified"],
])("stores the word of %s", async (_who, env, source, standing) => {
  const machine = testMachine(env);
  const { stdout } = await machine.run(["remember", LESSON]);
  expect(stdout.includes("stored as a note of")).toBe(source === "agent_explicit");
  expect(await machine.json(["list"])).toMatchObject([{ source, standing }]);
  machine.remove();
});
