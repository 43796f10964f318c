/**
 * Runs the official inspector's command line: both transports, all protocol eras it supports, everything the server offers.
 */
import { INSPECTOR } from "./programs.mjs";
import { runProgram } from "./run-program.mjs";

/**
 * `target`: the server that the inspector calls, such as `node tacit.mjs mcp`, or a URL and a header.
 * @param {{area: string, target: readonly string[], env: NodeJS.ProcessEnv, folder: string, add: Function}} how
 */
export async function inspectorChecks({ area, target, env, folder, add }) {
  const ask = async (method, ...more) => {
    const args = ["--cli", ...target, "--method", method, "--format", "json", "--quiet", ...more];
    const ran = await runProgram(INSPECTOR.program.path, args, { env, cwd: folder });
    return { ...ran, result: resultIn(ran.out) };
  };
  /** @param {(result: any) => boolean} holds */
  const check = async (name, method, more, holds) => {
    const { code, out, err, result } = await ask(method, ...more);
    const ok = code === 0 && result !== null && holds(result);
    add(area, name, ok, ok ? "" : `exit ${code}: ${(err || out).slice(-300)}`);
    return result;
  };
  const call = (tool, args) => ["--tool-name", tool, "--tool-args-json", JSON.stringify(args)];
  const content =
    "Migrations run through `make migrate`, never by hand, because the lock table is shared.";

  await check(
    "tools/list --strict: no schema that a client cannot take",
    "tools/list",
    ["--strict"],
    (r) => r.tools.length > 0,
  );
  for (const era of ["legacy", "modern", "auto"]) {
    await check(
      `tools/list, era ${era}`,
      "tools/list",
      ["--protocol-era", era],
      (r) => r.tools.length > 0,
    );
  }
  for (const era of ["legacy", "modern"]) {
    const more = ["--protocol-era", era, ...call("remember", { content: `${content} (${era})` })];
    await check(`tools/call remember, era ${era}`, "tools/call", more, (r) =>
      /\[mem:/.test(textOf(r)),
    );
  }
  await check(
    "tools/call recall",
    "tools/call",
    call("recall", { query: "how do migrations run" }),
    (r) => textOf(r).includes("make migrate"),
  );
  const listed = await check("resources/list", "resources/list", [], (r) => r.resources.length > 0);
  const uri = listed?.resources?.[0]?.uri ?? "tacit://memory/none";
  await check("resources/read of one that is listed", "resources/read", ["--uri", uri], (r) =>
    r.contents[0].text.includes("make migrate"),
  );
  await check(
    "resources/templates/list",
    "resources/templates/list",
    [],
    (r) => r.resourceTemplates.length === 3,
  );
  await check("prompts/list", "prompts/list", [], (r) => r.prompts.length === 3);
  const prompt = ["--prompt-name", "recall", "--prompt-args", "query=migrations"];
  await check("prompts/get recall", "prompts/get", prompt, (r) =>
    r.messages[0].content.text.includes("make migrate"),
  );
}

function resultIn(out) {
  try {
    const document = JSON.parse(out);
    return document.result ?? document;
  } catch {
    return null;
  }
}

function textOf(result) {
  return (result.content ?? []).map(({ text }) => text).join("\n");
}
