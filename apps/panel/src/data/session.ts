/** The token in the address, exchanged for a cookie and taken out of the address and its history. */
import { call } from "./api.ts";

export async function beginSession(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return;
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  // A token that is not taken shows by the first question, which is then refused.
  await call("POST /api/session", { token }).catch(() => undefined);
}
