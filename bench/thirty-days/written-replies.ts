/**
 * Simulates the model of a writer with replies that were written once (replies.jsonl). First looks are found by the hash of the request. Second looks depend on what is stored by then, so that their
 * answer is put together from verdicts on single lessons, and on pairs of a lesson and a memory that says the same.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type ChatServer, startChatServer } from "../chat-server.ts";
import { jsonLines } from "../facts.ts";

export interface WrittenReplies extends ChatServer {
  /** First looks without a reply so far. */
  readonly missing: () => number;
}

type Line =
  | { readonly request: string; readonly reply: string }
  | { readonly lesson: string; readonly why: string }
  | { readonly lesson: string; readonly memory: string };

/** Starts the server. `knows`: false leaves out the verdicts that a memory says the same. */
export async function startWrittenReplies(path: string, knows: boolean): Promise<WrittenReplies> {
  const all = jsonLines<Line>(readFileSync(path, "utf8"));
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
  const server = await startChatServer((_system, user) => {
    if (user.includes("\nLesson 1 ")) return strikes(user);
    const hash = createHash("sha256").update(user).digest("hex").slice(0, 24);
    const reply = first.get(hash);
    if (reply === undefined) missing++;
    return reply ?? "NONE";
  });
  return { ...server, missing: () => missing };
}
