/**
 * Moatless: one document for each task, with `nodes` of a search tree in order of creation. Each has an action, its observation,
 * and test results for edits. It has no times: each node is a millisecond after the one before, starting at the file's date.
 */
import { asArray, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import type { Tool } from "@tacit-memory/protocol";
import { EventBuilder } from "../../packages/transcripts/src/events/event-builder.ts";
import type { TestSummary } from "../../packages/transcripts/src/events/test-summary.ts";
import { contentText } from "../../packages/transcripts/src/input/message-content.ts";
import type {
  TranscriptFile,
  TranscriptReader,
} from "../../packages/transcripts/src/transcript-host.ts";

const FAILED =
  /^(?:No search results|Could not find|Unable to|The requested|.*doesn't exist|No .* found|Error)/;

export function moatlessReader(file: TranscriptFile): TranscriptReader {
  let builder: EventBuilder | undefined;
  let lastAction = "";

  function readNode(node: JsonRecord, open: EventBuilder): void {
    const key = `node:${String(node["node_id"])}`;
    open.prompt(
      { key: `${key}:message` },
      (asText(node["message"]) ?? "").replace(/<\/?task>/g, ""),
    );
    const action = asRecord(node["action"]);
    if (action === undefined) return;
    const { scratch_pad: thought, thoughts, action_args_class: kind, ...input } = action;
    open.reasoning({ key: `${key}:thought` }, asText(thought) ?? asText(thoughts) ?? "");
    lastAction = asText(kind)?.split(".").at(-2) ?? "unknown";
    const tool = toolOf(lastAction, input);
    open.call({ key }, { callId: key, hostTool: lastAction, input, ...tool });
    const observation = asRecord(node["observation"]);
    if (observation === undefined) return;
    const output = contentText(observation["message"]);
    const properties = asRecord(observation["properties"]);
    open.result(
      { key },
      {
        callId: key,
        output,
        isError: properties?.["fail_reason"] != null || FAILED.test(output.slice(0, 200)),
        tests: testsIn(properties),
      },
    );
  }

  return {
    read(value) {
      const document = asRecord(value);
      if (document === undefined) return;
      const metadata = asRecord(document["metadata"]);
      const instance = asText(metadata?.["instance_id"]) ?? file.name;
      const evaluation = asText(metadata?.["evaluation_name"]);
      const session = evaluation === undefined ? instance : `${evaluation}/${instance}`;
      const options = { session, agent: "moatless", source: "transcript" };
      const open = new EventBuilder({ ...options, startMs: file.changedMs });
      builder = open;
      open.place("/repo", undefined);
      for (const node of asArray(document["nodes"])) readNode(asRecord(node) ?? {}, open);
    },
    finish() {
      if (lastAction === "finish") builder?.finish("success", "finish");
      else if (lastAction === "reject") builder?.finish("failure", "reject");
      else builder?.finish("partial", "stopped before the end");
    },
    drain: () => builder?.drain() ?? [],
  };
}

function toolOf(action: string, input: JsonRecord): { tool?: Tool } {
  if (action !== "edit") return {};
  if (input["command"] === "view") return { tool: "read" };
  return { tool: input["command"] === "create" ? "write" : "edit" };
}

function testsIn(properties: JsonRecord | undefined): TestSummary | undefined {
  const statuses = asArray(properties?.["test_results"]).map((test) => asRecord(test)?.["status"]);
  if (statuses.length === 0) return undefined;
  const passed = statuses.filter((status) => status === "PASSED").length;
  const failed = statuses.filter((status) => status === "FAILED" || status === "ERROR").length;
  return { passed, failed };
}
