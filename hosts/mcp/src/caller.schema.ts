/** What hosts attach to a tool call to say who is calling. */
import * as z from "zod/mini";

/** Codex: `_meta["x-codex-turn-metadata"]`, an object or the JSON of one. */
export const codexTurnSchema = z.object({
  session_id: z.string().check(z.minLength(1), z.maxLength(200)),
});

export const clientInfoSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
});
