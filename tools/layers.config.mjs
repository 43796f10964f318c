/**
 * The table of layers.mjs as rules of dependency-cruiser. Type-only imports count: a type is a dependency
 * of thought, and the first step to one of code. Tests beside the code may look further than the code.
 */
import { FOLDERS, LIBRARY, PACKAGE_USERS, WORKSPACES } from "./layers.mjs";

const TESTS = "\\.(test|contract)\\.ts$";

const folderRules = Object.entries(FOLDERS).map(([folder, allowed]) => ({
  name: `folder ${folder}`,
  comment: `${folder} may import: ${["domain", ...allowed].join(", ")} (tools/layers.mjs)`,
  severity: "error",
  from: { path: `^${LIBRARY}/${folder}/`, pathNot: TESTS },
  to: {
    path: `^${LIBRARY}/`,
    pathNot: `^${LIBRARY}/(${[folder, "domain", ...allowed].join("|")})/`,
  },
}));

const workspaceRules = Object.entries(WORKSPACES).map(([workspace, allowed]) => ({
  name: `workspace ${workspace}`,
  comment: `${workspace} may import: ${allowed.join(", ") || "no other workspace"} (tools/layers.mjs)`,
  severity: "error",
  from: { path: `^${workspace}/` },
  to: { path: "^(packages|hosts|apps)/", pathNot: `^(${[workspace, ...allowed].join("|")})/` },
}));

const packageRules = Object.entries(PACKAGE_USERS).map(([workspace, folders]) => ({
  name: `users of ${workspace}`,
  comment: `in the library only ${folders.join(", ")} may import ${workspace} (tools/layers.mjs)`,
  severity: "error",
  from: {
    path: `^${LIBRARY}/[^/]+/`,
    pathNot: [TESTS, `^${LIBRARY}/(${folders.join("|")})/`],
  },
  to: { path: `^${workspace}/` },
}));

const otherRules = [
  {
    name: "front door",
    comment: "other workspaces use what a package's index.ts exports, never a file behind it",
    severity: "error",
    from: { path: "^(packages|hosts|apps)/([^/]+/[^/]+)/", pathNot: TESTS },
    to: {
      path: "^(packages|hosts)/[^/]+/src/",
      pathNot: ["^$1/$2/", "^(packages|hosts)/[^/]+/src/index\\.ts$"],
    },
  },
  {
    name: "resolvable",
    comment: "an import that leads nowhere would escape every other rule",
    severity: "error",
    from: {},
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [...folderRules, ...workspaceRules, ...packageRules, ...otherRules],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|fixtures|__fixtures__|\\.cache)/" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".mts", ".mjs", ".js", ".json"],
    },
  },
};
