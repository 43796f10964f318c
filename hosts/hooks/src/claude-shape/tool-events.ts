/** Turns one finished tool call into a call and a result, as a transcript of it would. */
import { isIgnoredPath, type ProjectIdentity, relativeToProject } from "@tacit-memory/memory";
import type { Event, Tool } from "@tacit-memory/protocol";
import { describeTool, placedInput } from "@tacit-memory/transcripts";
import type { Payload } from "../host.ts";
import { number, record, text } from "../payload.ts";

export interface ToolMoment {
  /** The host's name. */
  readonly agent: string;
  readonly payload: Payload;
  readonly place: ProjectIdentity;
  readonly session: string;
  readonly agentId: string | null;
  readonly ts: string;
}

interface Envelope {
  readonly v: 1;
  readonly session: string;
  readonly ts: string;
  readonly key: string;
}

/** Our own tools' traffic is not captured: otherwise a memory would be learned from its own recall. */
const OWN_TOOL = /^mcp_{1,2}(?:plugin_)?tacit/;

/** Returns the kind of tool and the files it is used on. */
export function describeUse({ payload, place }: ToolMoment): {
  readonly tool: Tool;
  /** Files that the call names, relative to the project; files outside are left out. */
  readonly files: string[];
  /** Whether the call touches a file whose content is never stored, inside or outside the project. */
  readonly isHidden: boolean;
} {
  const { tool, paths } = describeTool(text(payload["tool_name"]) ?? "", payload["tool_input"]);
  if (paths.length === 0) return { tool, files: [], isHidden: false };
  const cwd = text(payload["cwd"]);
  const from =
    cwd === null
      ? place
      : { ...place, subdirectory: relativeToProject(place, cwd) ?? place.subdirectory };
  return {
    tool,
    files: [...new Set(paths.flatMap((path) => relativeToProject(from, path) ?? []))],
    isHidden: paths.some((path) => isIgnoredPath(path)),
  };
}

export function toolEvents(
  moment: ToolMoment,
  envelope: (moment: ToolMoment, key: string) => Envelope,
): Event[] {
  const { payload } = moment;
  const hostTool = text(payload["tool_name"]) ?? "";
  if (hostTool === "" || OWN_TOOL.test(hostTool)) return [];
  const callId = text(payload["tool_use_id"]) ?? `${moment.ts}:${hostTool}`;
  const { tool, files, isHidden } = describeUse(moment);
  const where = { at: text(payload["cwd"]) ?? undefined, began: moment.place.root };
  const error = text(payload["error"]);
  const output = error ?? responseText(payload["tool_response"]);
  const durationMs = number(payload["duration_ms"]);
  const exitCode = error === null ? null : exitCodeOf(error);
  return [
    {
      ...envelope(moment, `call:${callId}`),
      kind: "tool_call",
      callId,
      tool,
      hostTool,
      input: isHidden ? {} : (placedInput(hostTool, payload["tool_input"], where) ?? {}),
      files,
    },
    {
      ...envelope(moment, `result:${callId}`),
      kind: "tool_result",
      callId,
      tool,
      hostTool,
      output: isHidden ? "[ignored file]" : output,
      isError: error !== null,
      files,
      ...(exitCode === null ? {} : { exitCode }),
      ...(durationMs === null ? {} : { durationMs }),
    },
  ];
}

function exitCodeOf(error: string): number | null {
  const code = /^Exit code (\d+)/.exec(error)?.[1];
  return code === undefined ? null : Number(code);
}

/** Returns the tool's output: a shell's two streams, a text, or the JSON of anything else. */
function responseText(response: unknown): string {
  if (typeof response === "string") return response;
  const { stdout, stderr, content, text: bodyText, file } = record(response);
  if (typeof stdout === "string" || typeof stderr === "string") {
    return [stdout, stderr].filter((item) => typeof item === "string" && item !== "").join("\n");
  }
  const body = content ?? bodyText ?? record(file)["content"];
  if (typeof body === "string") return body;
  return response === undefined || response === null ? "" : JSON.stringify(response);
}
