/** The import graph of a checkout, and its violations of the table in layers.mjs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import config from "./layers.config.mjs";

const ROOTS = ["packages", "hosts", "apps"];

/**
 * Returns modules with their imports, and violations as `rule: from → to`. Counts every module, so that a caller can
 * distinguish "nothing is wrong" from "nothing was read", which dependency-cruiser cannot.
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
