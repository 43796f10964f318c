/** Handles resources as the protocol requires: listed in pages, announced as templates, read by address. */

import { type McpServer, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { beginning } from "@tacit-memory/memory";
import type { StoreAccess } from "../asking.ts";
import { MCP_LISTS } from "../limits.ts";
import { invalidParams, protocolError } from "../protocol-error.ts";
import type { ToolContext } from "../tool.ts";
import { MEMORY_RESOURCE } from "./memory-resource.ts";
import { MODULE_RESOURCE } from "./module-resource.ts";
import { parsedUri, type ResourceKind, uriOf } from "./resource-kind.ts";
import { pageOf } from "./resource-page.ts";
import { SESSION_RESOURCE } from "./session-resource.ts";

export const RESOURCE_KINDS: readonly ResourceKind[] = [
  MEMORY_RESOURCE,
  SESSION_RESOURCE,
  MODULE_RESOURCE,
];

const MIME = "text/plain";

export function offerResources({ server }: McpServer, { isThere, ask }: StoreAccess): void {
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: RESOURCE_KINDS.map((kind) => ({
      name: kind.name,
      title: kind.title,
      description: kind.description,
      uriTemplate: templateOf(kind),
      mimeType: MIME,
    })),
  }));

  server.setRequestHandler("resources/list", async ({ params }, context) => {
    const entries = isThere() ? await ask(context, listed).catch(refuse) : [];
    const kinds = RESOURCE_KINDS.map(({ name }) => name);
    const page = pageOf(entries, kinds, params?.cursor, MCP_LISTS.page);
    if (page === null) throw invalidParams("unknown cursor");
    return {
      resources: page.entries.map(({ kind, resource }) => ({
        uri: uriOf(kind.name, resource.key),
        name: resource.name,
        title: resource.title,
        mimeType: MIME,
        annotations: {
          lastModified: new Date(resource.changedAtMs ?? resource.atMs).toISOString(),
        },
      })),
      ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
    };
  });

  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    const parsed = parsedUri(uri);
    const kind = RESOURCE_KINDS.find(({ name }) => name === parsed?.kind);
    if (parsed === null || kind === undefined) throw new ResourceNotFoundError(uri);
    const text = await ask(context, (environment) => kind.read(environment, parsed.key)).catch(
      refuse,
    );
    if (text === null) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: MIME, text: capped(text) }] };
  });
}

export function templateOf({ name, variable }: ResourceKind): string {
  return `tacit://${name}/{${variable}}`;
}

async function listed(context: ToolContext) {
  const lists = await Promise.all(
    RESOURCE_KINDS.map(async (kind) =>
      (await kind.list(context)).map((resource) => ({ kind, resource })),
    ),
  );
  return lists.flat();
}

function refuse(error: unknown): never {
  throw protocolError(error);
}

/** Shortens the text and keeps the closing tag that marks it as quoted. */
function capped(text: string): string {
  const maxChars = MCP_LISTS.resourceChars;
  if (text.length <= maxChars) return text;
  const end = text.slice(text.lastIndexOf("\n"));
  return `${beginning(text, maxChars - end.length - 40)}\n… cut: ${text.length} characters in all${end}`;
}
