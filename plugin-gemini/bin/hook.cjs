/**
 * Starts the hook of this plugin: the bundled one, or the copy that `npx tacit-memory connect --programs` made where the
 * plugin came from a git URL, which has no bundles. Old versions of Node parse this file. It always exits 0, because
 * some hosts stop an agent whose hook fails; what is wrong is said once, when a session starts.
 */
"use strict";

const { programOf } = require("./programs.cjs");

/** In the form of Claude Code, which the hosts of this folder take at a session's start. */
function warn(text) {
  const [, , , event] = process.argv;
  if (event !== "SessionStart") return;
  const hookSpecificOutput = { hookEventName: event, additionalContext: text };
  process.stdout.write(JSON.stringify({ systemMessage: text, hookSpecificOutput }));
}

const program = programOf("hook.cjs");
if (program === null) {
  warn(
    "Tacit's plugin has no programs, so nothing is remembered: a git clone does not contain them. " +
      "Run `npx tacit-memory connect --programs`, then start a new session.",
  );
} else {
  try {
    require(program);
  } catch (error) {
    warn(`Tacit's hook cannot run under Node ${process.versions.node}: ${error.message}`);
  }
}
