/** Reports how to install a driver that a user asked for and that is not installed. */
import { DatabaseError } from "./database-error.ts";

/** Returns "driver_missing" with the command that installs it; any other failure to load is returned unchanged. */
export function missingDriver(name: string, cause: unknown): unknown {
  const code = (cause as { readonly code?: unknown } | null)?.code;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return cause;
  return new DatabaseError("driver_missing", {
    driver: name,
    install: `npm install ${name}`,
    cause,
  });
}
