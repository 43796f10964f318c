/** A server's key: read from the environment when it is sent, and kept nowhere. */
import { encoderFailed } from "./fault.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** `id` is for messages. Throws "encoder_failed" where the variable is not set, or holds what can be no key. */
export function apiKey(env: Env, keyName: string | null, id: string): string | undefined {
  if (keyName === null) return undefined;
  const key = env[keyName]?.trim();
  if (key === undefined || key === "") {
    throw encoderFailed(id, "unauthorised", `${keyName} is not set in this environment`);
  }
  // Checked here: what cannot be a header would be shown in the message that refuses it.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw encoderFailed(id, "unauthorised", `${keyName} does not hold a key`);
  }
  return key;
}
