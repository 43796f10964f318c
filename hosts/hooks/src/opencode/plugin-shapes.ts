/** Shapes that OpenCode 1.18 passes to plugins, as far as our plugin reads them. */

export type Fields = Readonly<Record<string, unknown>>;

export interface Part {
  readonly id: string;
  readonly sessionID: string;
  readonly messageID: string;
  readonly type: string;
  readonly text?: string;
  readonly synthetic?: boolean;
  /** Stored but sent to no model. */
  readonly ignored?: boolean;
  readonly tool?: string;
  readonly callID?: string;
  readonly state?: { readonly status: string; readonly input?: unknown; error?: string };
}

export interface Message {
  readonly info: {
    readonly id: string;
    readonly sessionID: string;
    readonly role: string;
    /** Marks an assistant's message that replaces what was compacted. */
    readonly summary?: unknown;
  };
  readonly parts: Part[];
}

export interface MessageOutput {
  readonly message: { readonly id: string; readonly agent?: string };
  readonly parts: Part[];
}

/** Output of a built-in tool, or of an MCP server's tool, which has `content`. */
export interface ToolOutput {
  output: string;
  readonly metadata?: unknown;
  readonly content?: { readonly type: string; readonly text?: string }[];
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
