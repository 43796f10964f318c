/**
 * SpecStory: Markdown copies of other agents' sessions. `_**User (time)**_` and `_**Agent (model time)**_` open a block,
 * `<tool-use>` contains a call with its output, and `<think>` contains reasoning. Arguments are rendered for people, so part
 * of them is lost. A copy has the session id of the original, or its title with the time at which it began; but nothing
 * identifies the same call in both.
 */
import { type At, EventBuilder } from "../events/event-builder.ts";
import { neutralTool } from "../events/tool-names.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

/** Matches a heading; older versions wrote `Assistant`, without tools and mostly without times. */
const HEADING = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \(([^)\n]*)\))?\*\*_/;
const TIME = /\d{4}-\d\d-\d\d[T ][\d:.]+Z$/;
const SESSION = /<!-- (\w[\w ]{0,40}?) Session (\S{1,200}) \(([^)\n]{0,40})\)/;
/** Matches a title with the time at which the session began, or this second alone; copies have other file names. */
const TITLE =
  /^# (\S.{0,200} \(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?Z?\)|\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ)$/m;
const FAILED = /^(?:Exit code [1-9]|Error\b|<tool_use_error>)/m;
const REJECTED = "The user doesn't want to ";

export function specstoryReader(file: TranscriptFile): TranscriptReader {
  let builder: EventBuilder | undefined;

  function readBlock(open: EventBuilder, block: string, index: number, cwd: string): void {
    const heading = HEADING.exec(block);
    if (heading === null) return;
    const [whole, speaker, sidechain, details = ""] = heading;
    const time = TIME.exec(details)?.[0];
    const body = block
      .slice(whole.length)
      .replace(/\n---\s*$/, "")
      .trim();
    const agentId = sidechain === undefined ? undefined : "sidechain";
    const at: At = { key: `block:${index}`, ts: time?.replace(" ", "T"), agentId, folder: cwd };
    if (agentId !== undefined) open.subagentStarted(at, agentId, undefined);
    if (speaker === "User") open.prompt(at, body);
    else readAgent(open, at, speaker === "Assistant" ? withoutDetails(body) : body);
  }

  return {
    read(text) {
      if (typeof text !== "string") return;
      const beginning = text.slice(0, 20_000);
      const header = SESSION.exec(beginning);
      const agent = `specstory:${(header?.[1] ?? "unknown").toLowerCase().replaceAll(" ", "-")}`;
      const stated = Date.parse((header?.[3] ?? "").replace(" ", "T"));
      const startMs = stated || namedMs(file.name) || file.changedMs;
      const session = header?.[2] ?? TITLE.exec(beginning)?.[1] ?? file.name;
      builder = new EventBuilder({ session, agent, source: "specstory", startMs });
      const cwd = commonFolder(text);
      builder.place(cwd, undefined);
      const blocks = text.replaceAll("\r\n", "\n").split(/\n(?=_\*\*(?:User|Agent|Assistant)\b)/);
      for (const [index, block] of blocks.entries()) readBlock(builder, block, index, cwd ?? "");
    },
    finish: () => builder?.finish(),
    drain: () => builder?.drain() ?? [],
  };
}

/** The time in UTC that begins the file's name, `2025-04-27_19-26-title`; NaN without one. */
function namedMs(name: string): number {
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)_(\d\d)-(\d\d)/.exec(name) ?? [];
  return Date.parse(`${day}T${hour}:${minute}Z`);
}

/** Older versions fold calls and outputs without the name of the tool. */
function withoutDetails(body: string): string {
  const [before = "", ...folded] = body.split("<details>");
  const behind = folded.map((part) => {
    const end = part.indexOf("</details>");
    return end < 0 ? "" : part.slice(end + "</details>".length);
  });
  return withoutRules([before, ...behind].join(""));
}

function readAgent(builder: EventBuilder, at: At, body: string): void {
  let rest = body;
  const thought =
    /^<think><details><summary>[^<]*<\/summary>\n?([\s\S]*?)<\/details><\/think>/.exec(rest);
  if (thought !== null) {
    builder.reasoning({ ...at, key: `${at.key}:thought` }, thought[1] ?? "");
    rest = rest.slice(thought[0].length);
  }
  const opening = rest.search(/^<tool-use data-tool-type=/m);
  if (opening === -1) {
    builder.message(at, rest);
    return;
  }
  builder.message(at, withoutRules(rest.slice(0, opening)));
  const uses = rest.slice(opening).split(/\n(?=<tool-use data-tool-type=)/);
  for (const [index, use] of uses.entries()) {
    const key = `${at.key}:${index}`;
    readTool(builder, { ...at, key }, use);
    builder.message({ ...at, key: `${key}:text` }, textAfter(use));
  }
}

const USE_END = /<\/details>\s*<\/tool-use>/;

/** Returns the agent's text between its calls, which is between rules: copies from editors have a whole turn in one block. */
function textAfter(use: string): string {
  const [end] = USE_END.exec(use) ?? [];
  if (end === undefined) return "";
  const after = use.slice(use.indexOf(end) + end.length);
  return withoutRules(after.replace(/<think>[\s\S]*?<\/think>/g, ""));
}

/** Removes the rules between parts. */
function withoutRules(text: string): string {
  return text.replace(/^---[ \t]*$/gm, "").trim();
}

function readTool(builder: EventBuilder, at: At, use: string): void {
  const named = /^<tool-use data-tool-type="[^"]*" data-tool-name="([^"]+)">/.exec(use);
  if (named === null) return;
  const hostTool = named[1] ?? "unknown";
  const body = use.slice(named[0].length).split(USE_END, 1)[0] ?? "";
  const { shown, output } = splitShown(body);
  builder.call(at, { callId: at.key, hostTool, input: inputOf(hostTool, shown) });
  const isRejected = output.startsWith(REJECTED);
  builder.result(at, { callId: at.key, output, isError: FAILED.test(output), isRejected });
}

/** The last fence that opens at the start of a line is the output. The text before it is the call. */
function splitShown(body: string): { shown: string; output: string } {
  const text = body.replace(/^[\s\S]*?<\/summary>/, (summary) =>
    summary.replace(/<[^>]+>|Tool use: \*\*[^*]+\*\*/g, ""),
  );
  const first = text.indexOf("```");
  const isScript = /^```(?:bash|sh|shell)\n/.test(text.slice(first, first + 10));
  const scriptEnd = isScript ? text.indexOf("\n```\n", first + 3) : -1;
  const callEnd = scriptEnd === -1 ? 0 : scriptEnd + "\n```".length;
  const fence = text.indexOf("\n```", callEnd);
  if (fence === -1) return { shown: text.trim(), output: "" };
  const inside = text.slice(text.indexOf("\n", fence + 1) + 1);
  return { shown: text.slice(0, fence).trim(), output: inside.replace(/\n```\s*$/, "") };
}

function inputOf(hostTool: string, shown: string): Record<string, unknown> {
  const quoted = [...shown.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "");
  const tool = neutralTool(hostTool);
  if (tool === "shell")
    return { command: /```(?:bash|sh|shell)\n([\s\S]*?)\n```/.exec(shown)?.[1] ?? quoted[0] ?? "" };
  if (tool === "read" || tool === "edit" || tool === "write") {
    const path = quoted[0] ?? /(?:Read|Edit|Write) file: (\S+)/.exec(shown)?.[1];
    return path === undefined ? { shown } : { file_path: path };
  }
  if (tool === "search" || tool === "glob") {
    const pattern = /pattern `([^`]+)`/.exec(shown)?.[1] ?? quoted[0];
    const path = /path `([^`]+)`/.exec(shown)?.[1];
    return { pattern, path };
  }
  return { shown };
}

/**
 * Infers the session's folder, which a copy does not name: the deepest folder that contains at least four fifths of the
 * absolute paths in tool calls. Undefined if no folder does.
 */
function commonFolder(text: string): string | undefined {
  const paths = [...text.matchAll(/^ ?`((?:\/|[A-Za-z]:[\\/])[^`\n]{1,300})`$/gm)].map(([, path]) =>
    (path ?? "").replaceAll("\\", "/").split("/").slice(0, -1),
  );
  if (paths.length < 3) return undefined;
  let folder: string[] = [];
  for (let depth = 1; depth <= 12; depth += 1) {
    const counts = new Map<string, number>();
    for (const path of paths) {
      if (path.length < depth) continue;
      const start = path.slice(0, depth).join("/");
      counts.set(start, (counts.get(start) ?? 0) + 1);
    }
    const [best, count] = [...counts].sort((left, right) => right[1] - left[1])[0] ?? ["", 0];
    if (count < paths.length * 0.8) break;
    folder = best.split("/");
  }
  return folder.length < 3 ? undefined : folder.join("/");
}
