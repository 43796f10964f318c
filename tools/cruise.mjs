/** The import graph of a checkout, and what in it breaks the table of layers.mjs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import config from "./layers.config.mjs";

const ROOTS = ["packages", "hosts", "apps"];

/**
 * Modules with their imports, and violations as `rule: from → to`. Counts every module, so that a caller
 * can tell "nothing is wrong" from "nothing was read", which dependency-cruiser does not.
 */
export async function cruised(root) {
  const { enhancedResolveOptions, ...options } = config.options;
  const { output } = await cruise(
    ROOTS.filter((folder) => existsSync(join(root, folder))),
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden: config.forbidden } },
    enhancedResolveOptions,
  );
  return {
    modules: output.modules,
    violations: output.summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
    ),
  };
}
