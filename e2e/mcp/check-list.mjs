/**
 * Checks and their results. A check is `must` (a failure fails the run), `info` (reported), or `fixture`: it needs a tool or
 * a prompt that only a server made for the suite has, and says nothing about our server.
 */

/** @typedef {"must" | "info" | "fixture"} Level */
/** @typedef {{area: string, name: string, ok: boolean, level: Level, detail: string}} Check */

export function checkList() {
  /** @type {Check[]} */
  const checks = [];
  /**
   * @param {string} area
   * @param {string} name
   * @param {boolean} ok
   * @param {unknown} [detail]
   * @param {Level} [level]
   */
  const add = (area, name, ok, detail = "", level = "must") => {
    const text = typeof detail === "string" ? detail : (JSON.stringify(detail) ?? "");
    checks.push({ area, name, ok, level, detail: text.slice(0, 400) });
  };
  return { checks, add };
}

/** @param {readonly Check[]} checks */
export function tableOf(checks) {
  const areas = [...new Set(checks.map(({ area }) => area))];
  const count = (area, level, ok) =>
    checks.filter((one) => one.area === area && one.level === level && one.ok === ok).length;
  return areas.map((area) => ({
    area,
    must: count(area, "must", true) + count(area, "must", false),
    mustFailed: count(area, "must", false),
    info: count(area, "info", true) + count(area, "info", false),
    infoFailed: count(area, "info", false),
    fixture: count(area, "fixture", true) + count(area, "fixture", false),
  }));
}
