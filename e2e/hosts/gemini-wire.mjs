/** Gemini's generateContent, as far as a scripted model needs it: reads requests and writes answers in its format. */
import { mint, sendJson, unescaped } from "./wire.mjs";

/** @type {import("./model-server.mjs").Wire} */
export const GENERATE_CONTENT = {
  isModelCall: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  aside: (path) => (path.endsWith(":countTokens") ? { totalTokens: 1000 } : null),
  kindOf: (body) => (declared(body).length === 0 ? "aside" : "turn"),
  // Converts `mcp_SERVER_TOOL` to the form of the other hosts.
  toolsOf: (body) =>
    declared(body).map(({ name }) => ({
      name: name.replace(/^mcp_([^_]+)_/, "mcp__$1__"),
      call: { name },
    })),
  textOf: (body) => unescaped(JSON.stringify(body.contents)),
  send: (response, _body, reply) => {
    const part =
      "text" in reply
        ? { text: reply.text }
        : {
            functionCall: { id: mint("call"), ...reply.call, args: reply.input },
            // A thinking model signs its calls and gets the signature back.
            thoughtSignature: "c2lnbmVk",
          };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 20, totalTokenCount: 1020 },
      modelVersion: "scripted",
      responseId: mint("resp"),
    };
    if (isStreamed(response)) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify(answer)}\n\n`);
    } else sendJson(response, answer);
  },
};

/** Only the request URL states whether the answer is streamed; the body does not. */
function isStreamed(response) {
  return /:streamGenerateContent\b/.test(response.req.url ?? "");
}

function declared(body) {
  return (body.tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations ?? []);
}
