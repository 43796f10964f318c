/** Calls the panel's API, with the types of `packages/protocol/src/panel.ts`. */
import type {
  Failure,
  PanelFailure,
  PanelInput,
  PanelOutput,
  PanelRoute,
} from "@tacit-memory/protocol";

/** Error for a call that the server answered with a failure. */
export class CallFailed extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor(status: number, { error }: PanelFailure) {
    super(error.message);
    this.status = status;
    this.failure = error;
  }
}

type Params = Readonly<Record<string, string>>;

/** Calls a route. Rejects with CallFailed, or with a TypeError if the server cannot be reached. */
export async function call<Route extends PanelRoute>(
  route: Route,
  input: PanelInput<Route>,
  { params = {}, signal }: { readonly params?: Params; readonly signal?: AbortSignal } = {},
): Promise<PanelOutput<Route>> {
  const [method = "GET", pattern = ""] = route.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const isGet = method === "GET";
  const response = await fetch(isGet ? `${path}${queryOf(input)}` : path, {
    method,
    signal: signal ?? null,
    ...(isGet
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(input) }),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new CallFailed(response.status, body as PanelFailure);
  return body as PanelOutput<Route>;
}

function queryOf(input: object): string {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? "" : `?${query}`;
}
