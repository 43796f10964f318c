/** Starts the MCP server of this plugin; where its programs are: see hook.cjs. */
"use strict";

const { programOf } = require("./programs.cjs");

const program = programOf("server.cjs");
if (program === null) {
  process.stderr.write(
    "tacit: the plugin has no programs; run `npx tacit-memory connect --programs`\n",
  );
  process.exit(69);
}
require(program);
