/** The file that OpenCode loads. It may export nothing but plugins: OpenCode calls every export as one. */
import type { HookCommand } from "../plugin/start-hook.ts";
import { openCodePlugin } from "./plugin.ts";

/** Written above this by `tacit connect`. */
declare const TACIT_HOOK: HookCommand;

export const Tacit = openCodePlugin(TACIT_HOOK);
