/** How a request of a client gets at the memory. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { ToolContext } from "./tool.ts";

export interface Asking {
  /** False: nothing was ever kept here, and asking would make an empty store. */
  readonly isThere: () => boolean;
  /** Opens the store if it is not open. Rejects with what opening or `work` rejects with. */
  readonly ask: <T>(
    context: ServerContext,
    work: (context: ToolContext) => Promise<T>,
  ) => Promise<T>;
}
