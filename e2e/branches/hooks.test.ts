/** The hook of an agent's host: a memory of a branch is withheld from main until the merge and shown afterwards. */
import { expect, test } from "vitest";
import { contextOf, hookHost } from "../hooks/hook-process.ts";
import { ABOUT, learnOnTopic, makeCheckout } from "./branch-repository.ts";

/** A memory of main on a similar topic, which is shown everywhere. */
const ALWAYS = "The widget cache must be filled by hand after a restart, or reads fail at once.";
const PROMPT =
  "Why do reads of the widget cache fail after a schema change or a restart, must it be dropped or filled by hand?";

async function shown(ask: Promise<string>): Promise<string> {
  const context = await ask;
  expect(context).toContain(ALWAYS);
  return context;
}

function playing() {
  const { base, repo } = makeCheckout();
  repo.learn(ALWAYS, "--file", "src/cache.ts", "--pin");
  const host = hookHost(base.home, repo.root);
  const prompt = (session: string) =>
    shown(host.tell("UserPromptSubmit", session, { prompt: PROMPT }).then(contextOf));
  return { base, repo, host, prompt };
}

test("shows it on main only after the merge", async () => {
  const { repo, host, prompt } = playing();
  const id = learnOnTopic(repo);
  expect(await prompt("on-topic")).toContain(ABOUT.topic);
  repo.git("switch", "-q", "main");
  expect(await prompt("on-main")).not.toContain(ABOUT.topic);
  repo.git("merge", "-q", "--squash", "topic");
  repo.git("commit", "-qm", "cache (#1)");
  repo.git("branch", "-qD", "topic");
  expect(repo.tacit("status").staged.memories).toBe(0);
  expect(await prompt("merged")).toContain(ABOUT.topic);
  expect(host.log()).toEqual([]);
  expect(repo.tacit("show", id)).toMatchObject({ isStaged: false });
});

test("detects a merge at the start of a session", async () => {
  const { repo, host } = playing();
  repo.git("switch", "-qc", "topic");
  repo.learn(ABOUT.topic, "--pin");
  repo.commit("src/cache.ts", "export {};\n");
  repo.git("switch", "-q", "main");
  const start = (session: string) =>
    shown(host.tell("SessionStart", session, { source: "startup" }).then(contextOf));
  expect(await start("s1")).not.toContain(ABOUT.topic);
  repo.git("merge", "-q", "--no-ff", "--no-edit", "topic");
  expect(await start("s2")).toContain(ABOUT.topic);
});

test("runs no git for a prompt and uses the last check and the branch name", async () => {
  const { repo, prompt } = playing();
  learnOnTopic(repo);
  // Checked on main only, before there was a branch.
  expect(await prompt("p1")).toContain(ABOUT.topic);
  repo.git("switch", "-qc", "further");
  expect(await prompt("p2")).not.toContain(ABOUT.topic);
  // Checked by a command, then one commit later.
  expect(repo.shownLines()).toEqual([ABOUT.topic, ALWAYS].sort());
  expect(await prompt("p3")).toContain(ABOUT.topic);
  repo.commit("src/further.ts", "export {};\n");
  expect(await prompt("p4")).toContain(ABOUT.topic);
  repo.git("switch", "-q", "main");
  expect(await prompt("p5")).not.toContain(ABOUT.topic);
});

test("does not show memories staged elsewhere when a file is opened", async () => {
  const { repo, host } = playing();
  repo.git("switch", "-qc", "topic");
  repo.write("src/cache.ts", "export {};\n");
  repo.learn(ABOUT.topic, "--file", "src/cache.ts");
  const read = (session: string) =>
    shown(
      host
        .tell("PostToolUse", session, {
          tool_name: "Read",
          tool_use_id: `u-${session}`,
          tool_input: { file_path: `${repo.root}/src/cache.ts` },
          tool_response: "export {};",
        })
        .then(contextOf),
    );
  expect(await read("f1")).toContain(ABOUT.topic);
  repo.git("switch", "-q", "main");
  expect(await read("f2")).not.toContain(ABOUT.topic);
});

test("learns a branch memory from a session on a branch at the end of the session", async () => {
  const { base, repo } = makeCheckout();
  const host = hookHost(base.home, repo.root);
  repo.git("switch", "-qc", "topic");
  const shell = async (callId: string, command: string, exitCode: number, output: string) => {
    const call = { tool_name: "Bash", tool_use_id: callId, tool_input: { command } };
    await host.tell("PreToolUse", "s1", call);
    const answer = {
      ...call,
      tool_response: { stdout: output, stderr: "", exit_code: exitCode },
    };
    await host.tell(exitCode === 0 ? "PostToolUse" : "PostToolUseFailure", "s1", {
      ...answer,
      ...(exitCode === 0 ? {} : { error: output }),
    });
  };
  await host.tell("SessionStart", "s1", { source: "startup" });
  await host.tell("UserPromptSubmit", "s1", { prompt: "Make the widget tests pass." });
  await shell("c1", "npm test", 1, 'npm error Missing script: "test"');
  await shell("c2", "bun run test src/widgets.test.ts", 0, "4 pass");
  await host.tell("UserPromptSubmit", "s1", {
    prompt: "No, never write to dist by hand, always use npm run build:widgets instead.",
  });
  await host.tell("SessionEnd", "s1", { reason: "exit" });
  const memories = repo.tacit("list") as { type: string; branch: string; isStaged: boolean }[];
  expect(memories.map((memory) => memory.branch)).toEqual(memories.map(() => "topic"));
  // Preferences of the user apply everywhere; how tests are run may be specific to the branch.
  const staged = memories.filter((memory) => memory.isStaged).map(({ type }) => type);
  const durable = memories.filter((memory) => !memory.isStaged).map(({ type }) => type);
  expect(staged).toEqual(["workflow_recipe"]);
  expect(durable).toHaveLength(1);
  expect(["preference", "convention", "correction"]).toContain(durable[0]);
});

test("a note of a branch supersedes a memory of main only after the merge", async () => {
  const { base, repo } = makeCheckout();
  const host = hookHost(base.home, repo.root);
  const session = async (name: string, prompt: string, reply: string) => {
    await host.tell("SessionStart", name, { source: "startup" });
    await host.tell("UserPromptSubmit", name, { prompt });
    await host.tell("Stop", name, { last_assistant_message: reply });
    await host.tell("SessionEnd", name, { reason: "other" });
  };
  await session("s1", "Look at the cache of widgets.", `Done.\ntacit: ${ABOUT.main}`);
  const [old] = repo.tacit("list") as { id: string }[];
  repo.git("switch", "-qc", "topic");
  const replaces = `Done.\ntacit ${old?.id.slice(-8)}: ${ABOUT.topic}`;
  await session("s2", "Change the cache of widgets.", replaces);
  repo.commit("src/cache.ts", "export {};\n");
  repo.git("switch", "-q", "main");
  expect(repo.shownLines("--in", "memories")).toEqual([ABOUT.main]);
  repo.git("merge", "-q", "--no-ff", "--no-edit", "topic");
  expect(repo.shownLines("--in", "memories")).toEqual([ABOUT.topic]);
  expect(host.log()).toEqual([]);
});
