/** Returns a failure of the transport as a JSON-RPC error that belongs to no request. */
export function rpcError(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = { code, message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers });
}
