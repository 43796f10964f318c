/** Access of a client's request to the memory. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { ToolContext } from "./tool.ts";

export interface StoreAccess {
  /** Returns false if nothing was ever stored here; asking would then create an empty store. */
  readonly isThere: () => boolean;
  /**
   * Opens the store if it is not open. Rejects with the error of opening or of `work`, and with "incognito" in that mode unless
   * `worksIncognito` is true.
   */
  readonly ask: <T>(
    context: ServerContext,
    work: (context: ToolContext) => Promise<T>,
    worksIncognito?: boolean,
  ) => Promise<T>;
}
