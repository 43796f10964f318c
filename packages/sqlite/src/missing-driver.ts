/** What does somebody do who asked for a driver that is not installed? */
import { DatabaseError } from "./database-error.ts";

/** "driver_missing" with the command that installs it; any other failure to load stays what it is. */
export function missingDriver(name: string, cause: unknown): unknown {
  const code = (cause as { readonly code?: unknown } | null)?.code;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return cause;
  return new DatabaseError("driver_missing", {
    driver: name,
    install: `npm install ${name}`,
    cause,
  });
}
