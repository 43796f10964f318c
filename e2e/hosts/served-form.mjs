/**
 * How a program connects to a running `tacit serve` over Streamable HTTP: with command-line options, without registration.
 */

/**
 * `args` come after the program's own.
 * @typedef {{args: string[], env: Record<string, string>}} ServedForm
 */

/** Scenarios that work without hooks: the agent receives only what it asks for. */
export const SERVED_SCENARIOS = ["asked-for"];

/** By the client's name. @type {Record<string, (served: {mcpUrl: string, token: string}) => ServedForm>} */
export const SERVED_FORMS = {
  "claude-code": ({ mcpUrl, token }) => {
    const headers = { Authorization: `Bearer ${token}` };
    const mcpServers = { tacit: { type: "http", url: mcpUrl, headers } };
    return { args: ["--mcp-config", JSON.stringify({ mcpServers })], env: {} };
  },
  codex: ({ mcpUrl, token }) => ({
    args: [
      ...["-c", `mcp_servers.tacit.url="${mcpUrl}"`],
      ...["-c", 'mcp_servers.tacit.bearer_token_env_var="TACIT_TOKEN"'],
    ],
    env: { TACIT_TOKEN: token },
  }),
};
