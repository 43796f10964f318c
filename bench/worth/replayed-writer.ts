/**
 * Simulates a model that answers from files: a server on this machine that speaks chat completions and finds each reply by
 * the hash of the request's user message. Writes down requests without a reply, so that a person can add the reply.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

export interface ReplayedWriter {
  readonly url: string;
  /** Returns the number of requests without a reply so far. */
  readonly missing: () => number;
  readonly answered: () => number;
  readonly close: () => void;
}

interface Body {
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
}

/** Starts the server. Both folders are optional: without them no request has a reply, or none is written down. */
export async function startReplayedWriter(
  replies: string | undefined,
  requests: string | undefined,
): Promise<ReplayedWriter> {
  let [missing, answered] = [0, 0];
  if (requests !== undefined) mkdirSync(requests, { recursive: true });
  const replyTo = ({ messages = [] }: Body): string => {
    const [system = "", user = ""] = messages.map(({ content }) => content);
    const name = `${createHash("sha256").update(user).digest("hex").slice(0, 24)}.txt`;
    const path = replies === undefined ? undefined : join(replies, name);
    if (path !== undefined && existsSync(path)) {
      answered++;
      return readFileSync(path, "utf8").trim() || "NONE";
    }
    missing++;
    if (requests !== undefined) writeFileSync(join(requests, name), `${system}\n\n${user}\n`);
    return "NONE";
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const content = replyTo(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body);
      const choices = [{ index: 0, message: { role: "assistant", content } }];
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "chat.completion", choices }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    missing: () => missing,
    answered: () => answered,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
