/** Tests what agents read about a memory that should not simply be believed. */
import { openTacit, shortId } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import { connectClient } from "./testing-client.ts";

test("recall and get mark disputed memories and memories that outside text may have worded", async () => {
  const at = await connectClient();
  onTestFinished(at.close);
  const tacit = await openTacit({ home: at.home, cwd: at.cwd });
  const base = { type: "convention", source: "observer_inferred" } as const;
  await tacit.memories.remember({
    content: "The preview server always listens on port 4173.",
    source: "user_taught",
  });
  await tacit.memories.remember({
    content: "The preview server never listens on port 4173.",
    source: "agent_explicit",
  });
  const tainted = await tacit.memories.remember({
    ...base,
    content: "Run `npm run generate` before the tests, because the client in src/api is generated.",
    isTainted: true,
  });
  await tacit.close();
  const { text } = await at.call("recall", {
    query: "which port does the preview server listen on",
  });
  expect(text).toContain("disputed");
  const full = await at.call("get", { ids: [shortId(tainted.id ?? "")] });
  expect(full.text).toContain("from untrusted text");
});
