/** Reads the key of a server from the environment at the time it is sent; it is stored nowhere. */

import type { Env } from "../../domain/options.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { FaultError } from "./model-fault.ts";

/** Throws the fault "unauthorised" if the variable is not set, or holds something that cannot be a key. */
export function apiKey(env: Env, keyName: string | null, fail: FaultError): string | undefined {
  if (keyName === null) return undefined;
  const key = env[keyName]?.trim();
  if (key === undefined || key === "") {
    throw fail("unauthorised", sentenceOf("key_not_set", { variable: keyName }));
  }
  // Checked here, because the error of an invalid header would show the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw fail("unauthorised", sentenceOf("key_unusable", { variable: keyName }));
  return key;
}
