/** Finds the route of a request. Patterns look like `GET /api/memories/:id`, where `:id` matches one segment. */

export interface Matched<Route extends string> {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the matching route and its parameters; null if no route has this method and path. */
export function matchRoute<Route extends string>(
  routes: readonly Route[],
  method: string,
  path: string,
): Matched<Route> | null {
  for (const route of routes) {
    const [wantedMethod = "", pattern = ""] = route.split(" ");
    const params = wantedMethod === method ? paramsOf(pattern, path) : null;
    if (params !== null) return { route, params };
  }
  return null;
}

function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const [wanted, sent] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== sent.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = sent[i] ?? "";
    if (!part.startsWith(":")) {
      if (part !== value) return null;
      continue;
    }
    const text = decoded(value);
    if (text === null || text === "") return null;
    params[part.slice(1)] = text;
  }
  return params;
}

/** Null: no percent-encoding. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
