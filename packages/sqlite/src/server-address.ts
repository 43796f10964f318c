/** Returns the URL of a server without the parts that may contain a token or a password. */
export function withoutCredentials(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
}

/** Returns whether the URL of a server contains a password or a token. */
export function hasCredentials(url: string): boolean {
  return /\/\/[^/]*@/.test(url) || /[?&#;](?:authToken|jwt|token|password)=/i.test(url);
}
