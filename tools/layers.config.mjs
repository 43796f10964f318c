/**
 * The table of layers.mjs as rules of dependency-cruiser. Type-only imports count, because a type is a conceptual dependency
 * and the first step to a dependency of code. Tests may import more than the code beside them.
 */
import {
  AREA_FILES,
  AREAS,
  LIBRARY,
  PACKAGE_USERS,
  STEPS,
  TEST_AREA,
  WORKSPACES,
} from "./layers.mjs";

const TESTS = "\\.(test|contract)\\.ts$";
const TESTING = `^${LIBRARY}/${TEST_AREA}/`;

/** Returns the paths of an area as a pattern. */
function pathsOf(area) {
  return AREA_FILES.includes(area) ? `^${LIBRARY}/${area}\\.ts$` : `^${LIBRARY}/${area}/`;
}

const areaRules = AREAS.flatMap((row, at) => {
  const below = AREAS.slice(at + 1).flat();
  return row.map((area) => ({
    name: `area ${area}`,
    comment: `${area} may import: ${below.join(", ") || "nothing"} (tools/layers.mjs)`,
    severity: "error",
    from: { path: pathsOf(area), pathNot: [TESTS, "/testing-[^/]*\\.ts$"] },
    to: { path: `^${LIBRARY}/`, pathNot: [area, ...below].map(pathsOf) },
  }));
});

const stepRules = STEPS.map((step) => ({
  name: `step ${step}`,
  comment: `${step} may import no other step (tools/layers.mjs)`,
  severity: "error",
  from: { path: `^${LIBRARY}/${step}/`, pathNot: TESTS },
  to: {
    path: STEPS.filter((other) => other !== step).map((other) => `^${LIBRARY}/${other}/`),
  },
}));

const workspaceRules = Object.entries(WORKSPACES).map(([workspace, allowed]) => ({
  name: `workspace ${workspace}`,
  comment: `${workspace} may import: ${allowed.join(", ") || "no other workspace"} (tools/layers.mjs)`,
  severity: "error",
  from: { path: `^${workspace}/` },
  to: { path: "^(packages|hosts|apps)/", pathNot: `^(${[workspace, ...allowed].join("|")})/` },
}));

const packageRules = Object.entries(PACKAGE_USERS).map(([workspace, areas]) => ({
  name: `users of ${workspace}`,
  comment: `in the library only ${areas.join(", ")} may import ${workspace} (tools/layers.mjs)`,
  severity: "error",
  from: { path: `^${LIBRARY}/`, pathNot: [TESTS, TESTING, ...areas.map(pathsOf)] },
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
    name: "no cycle",
    comment:
      "files that import each other, also only for types or on demand, are one file in pieces",
    severity: "error",
    from: { pathNot: TESTS },
    to: { circular: true },
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
  forbidden: [...areaRules, ...stepRules, ...workspaceRules, ...packageRules, ...otherRules],
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
