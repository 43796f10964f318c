/** Returns the URL of a server without the parts that may contain a token or a password. */
export function withoutCredentials(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
}
