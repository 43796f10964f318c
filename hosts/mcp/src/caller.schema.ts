/** Data that hosts attach to a tool call to identify the caller. */
import * as z from "zod/mini";

/** Form of Codex: `_meta["x-codex-turn-metadata"]`, an object or its JSON. */
export const codexTurnSchema = z.object({
  session_id: z.string().check(z.minLength(1), z.maxLength(200)),
});

export const clientInfoSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
});
