/** Exchanges the token in the address for a cookie and removes it from the address and the browser's history. */
import { call } from "./api.ts";

export async function beginSession(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return;
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  // If the token is rejected, the first request is refused and the page shows that.
  await call("POST /api/session", { token }).catch(() => undefined);
}
