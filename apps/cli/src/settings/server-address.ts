/** The server of the store, as it is shown to people. */
import { configuredForHome, storeChosenIn, withoutCredentials } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";

/** Returns the address without credentials; null if the store is a file on this machine. */
export function serverAddress({
  machine,
  place,
}: Pick<CommandContext, "machine" | "place">): string | null {
  const { url } = storeChosenIn(configuredForHome(machine.env, place.home));
  return url === undefined ? null : withoutCredentials(url);
}
