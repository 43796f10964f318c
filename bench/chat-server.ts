/** A server on this machine that speaks chat completions, in place of a model. */
import { createServer } from "node:http";

export interface ChatServer {
  readonly url: string;
  readonly close: () => void;
}

interface Body {
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
}

/** Starts the server. `replyTo` gets the system and the user message of a request. */
export async function startChatServer(
  replyTo: (system: string, user: string) => string,
): Promise<ChatServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { messages = [] } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body;
      const [system = "", user = ""] = messages.map(({ content }) => content);
      const choices = [
        { index: 0, message: { role: "assistant", content: replyTo(system, user) } },
      ];
      response.setHeader("content-type", "application/json");
      // The caller may be this process: it could reuse a connection that was closed while it was busy.
      response.setHeader("connection", "close");
      response.end(JSON.stringify({ object: "chat.completion", choices }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
