/** The file that OpenCode loads. It may export only plugins: OpenCode calls every export as a plugin. */
import type { HookCommand } from "../plugin/start-hook.ts";
import { openCodePlugin } from "./plugin.ts";

/** `tacit connect` writes the definition above this file's text. */
declare const TACIT_HOOK: HookCommand;

export const Tacit = openCodePlugin(TACIT_HOOK);
