/** Finds the password of a user in "credentials: admin / Tr0ub4dor" and "the credentials are admin:Tr0ub4dor". */
import type { Report } from "./finding.ts";
import { isPasswordLike } from "./secret-value.ts";

const CREDENTIALS = /^cred(?:ential)?s?$/i;
const USER_AND_PASSWORD =
  /["'`]?[\w.@+-]{1,64}["'`]?(?: ?: ?| \/ )["'`]?([^\s"'`,;<>(){}[\]|\\/]{6,64})/y;

export function isCredentials(name: string): boolean {
  return CREDENTIALS.test(name);
}

/** Reports the password after the user's name at `from`. Returns where it ends; null if there is none. */
export function reportPasswordOfUser(text: string, from: number, report: Report): number | null {
  USER_AND_PASSWORD.lastIndex = from;
  const [whole, value = ""] = USER_AND_PASSWORD.exec(text) ?? [""];
  const password = value.replace(/[.:!?]+$/, "");
  if (!isPasswordLike(password, "bare")) return null;
  const start = from + whole.length - value.length;
  report("password", start, start + password.length);
  return start + password.length;
}
