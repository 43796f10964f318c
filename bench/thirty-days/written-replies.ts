/**
 * Simulates the model of a writer with replies that were written once (replies.jsonl): a server on this machine that speaks chat
 * completions. First looks are found by the hash of the request. Second looks depend on what is stored by then, so that their
 * answer is put together from verdicts on single lessons, and on pairs of a lesson and a memory that says the same.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

export interface WrittenReplies {
  readonly url: string;
  /** First looks without a reply so far. */
  readonly missing: () => number;
  readonly close: () => void;
}

type Line =
  | { readonly request: string; readonly reply: string }
  | { readonly lesson: string; readonly why: string }
  | { readonly lesson: string; readonly memory: string };

interface Body {
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
}

/** Starts the server. `knows`: false leaves out the verdicts that a memory says the same. */
export async function startWrittenReplies(path: string, knows: boolean): Promise<WrittenReplies> {
  const all = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
  const first = new Map(
    all.flatMap((line) => ("request" in line ? [[line.request, line.reply]] : [])),
  );
  const struck = new Map(all.flatMap((line) => ("why" in line ? [[line.lesson, line.why]] : [])));
  const same = new Set(
    all.flatMap((line) => ("memory" in line ? [`${line.lesson}\n${line.memory}`] : [])),
  );
  let missing = 0;
  const strikes = (user: string): string => {
    const lessons = [...user.matchAll(/^Lesson \d+ \(said by \w+\): (.*)$/gm)].map(
      ([, text]) => text ?? "",
    );
    const memories = [...user.matchAll(/^Memory \d+: (.*)$/gm)].map(([, text]) => text ?? "");
    const lines = lessons.flatMap((lesson, i) => {
      const by = knows ? memories.findIndex((memory) => same.has(`${lesson}\n${memory}`)) : -1;
      if (by >= 0) return [{ strike: i + 1, why: "known", by: by + 1 }];
      const why = struck.get(lesson);
      return why === undefined ? [] : [{ strike: i + 1, why }];
    });
    return lines.map((line) => JSON.stringify(line)).join("\n") || "NONE";
  };
  const replyTo = ({ messages = [] }: Body): string => {
    const user = messages.at(-1)?.content ?? "";
    if (user.includes("\nLesson 1 ")) return strikes(user);
    const hash = createHash("sha256").update(user).digest("hex").slice(0, 24);
    const reply = first.get(hash);
    if (reply === undefined) missing++;
    return reply ?? "NONE";
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const content = replyTo(JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body);
      const choices = [{ index: 0, message: { role: "assistant", content } }];
      response.setHeader("content-type", "application/json");
      // This process also asks; a connection that stays open could be closed while it is busy.
      response.setHeader("connection", "close");
      response.end(JSON.stringify({ object: "chat.completion", choices }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    missing: () => missing,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
