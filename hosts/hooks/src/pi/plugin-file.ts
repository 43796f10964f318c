/** The file that pi loads: an extension is its default export. */
import type { HookCommand } from "../plugin/start-hook.ts";
import { piExtension } from "./extension.ts";
import type { ServerCommand } from "./server-client.ts";

/** `tacit connect` writes the definition above this file's text. */
declare const TACIT_HOOK: HookCommand & ServerCommand;

// biome-ignore lint/style/noDefaultExport: pi calls it.
export default piExtension(TACIT_HOOK);
