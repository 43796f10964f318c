/** Tests which of several values of an option is used. */
import { expect, test } from "vitest";
import { isEnabled, OPTION_NAMES, storeChosenIn } from "../domain/options.ts";
import type { Layers, Values } from "./config-files.ts";
import { configuredEnv, type OptionSource, problemsInEnv, resolveOption } from "./configured.ts";

const layersOf = (layers: Partial<Layers>): Layers => ({
  project: {},
  repository: {},
  user: {},
  problems: [],
  ...layers,
});

const ALL: Record<"project" | "repository" | "user", Values> = {
  project: { trust: "L2" },
  repository: { trust: "L1" },
  user: { trust: "L4" },
};

test.each<[OptionSource, string, Record<string, string>, Partial<Layers>]>([
  ["environment", "L3", { TACIT_TRUST: "L3" }, ALL],
  ["project", "L2", {}, ALL],
  ["project", "L2", { TACIT_TRUST: "" }, ALL],
  ["repository", "L1", {}, { repository: ALL.repository, user: ALL.user }],
  ["user", "L4", {}, { user: ALL.user }],
  ["default", "default", {}, {}],
])("takes the option from its strongest source, %s: %s", (source, value, env, layers) => {
  expect(resolveOption("trust", env, layersOf(layers))).toEqual({ name: "trust", value, source });
  const { trust } = storeChosenIn(configuredEnv(env, layersOf(layers)));
  expect(trust ?? "default").toBe(value);
});

test.each<[Record<string, string>, Values, boolean]>([
  [{}, {}, true],
  [{}, { enabled: "off" }, false],
  [{ TACIT_OFF: "1" }, { enabled: "on" }, false],
  [{ TACIT_OFF: "true" }, { enabled: "on" }, false],
  [{ TACIT_OFF: "0" }, { enabled: "off" }, true],
  [{ TACIT_OFF: "perhaps" }, { enabled: "off" }, false],
])("with environment %j and user options %j, hooks are on: %s", (env, user, expected) =>
  expect(isEnabled(configuredEnv(env, { user }))).toBe(expected),
);

test("ignores a variable with an invalid value for a switch, and throws for a choice", () => {
  const env = { TACIT_STRICT: "maybe", TACIT_ASK: "on" };
  const configured = configuredEnv(env, { user: { strict: "on", ask: "off" } });
  expect(configured).toMatchObject({ TACIT_STRICT: "on", TACIT_ASK: "on" });
  for (const variable of ["TACIT_TRUST", "TACIT_DRIVER"])
    expect(() => storeChosenIn(configuredEnv({ [variable]: "L9" }, ALL))).toThrow();
  expect(problemsInEnv({ ...env, TACIT_TRUST: "L9", TACIT_OFF: "no" })).toEqual([
    expect.stringContaining("TACIT_TRUST"),
    expect.stringContaining("TACIT_STRICT"),
  ]);
  expect(problemsInEnv({ TACIT_OFF: "perhaps" })).toEqual([
    'TACIT_OFF: "perhaps" is not on or off',
  ]);
});

test.each<[Parameters<typeof resolveOption>[0], string, string]>([
  ["encoder", "TACIT_ENCODER", "wrong"],
  ["url", "TACIT_URL", `libsql://${"x".repeat(3000)}`],
])("shows the invalid value of %s that is used: %s", (name, variable, value) => {
  const layers = layersOf({ user: { encoder: "off", url: "libsql://file" } });
  expect(resolveOption(name, { [variable]: value }, layers)).toEqual({
    ...{ name, value, source: "environment" },
  });
  expect(configuredEnv({ [variable]: value }, layers)).toMatchObject({ [variable]: value });
});

test("a problem of a variable contains no token", () => {
  const token = "s3cret".repeat(500);
  expect(problemsInEnv({ TACIT_AUTH_TOKEN: token, TACIT_URL: token }).join()).not.toMatch(/s3cret/);
});

test("writes the variables in the form that their readers expect", () =>
  expect(configuredEnv({ TACIT_ENCODER: "OFF", TACIT_OFF: "yes" }, {})).toEqual({
    TACIT_ENCODER: "off",
    TACIT_OFF: "1",
  }));

test("completing an environment twice gives the same result as once", () => {
  const once = configuredEnv({ PATH: "/bin" }, ALL);
  expect(configuredEnv(once, layersOf(ALL))).toEqual(once);
  expect(once["PATH"]).toBe("/bin");
});

test("every option has a default", () => {
  for (const name of OPTION_NAMES)
    expect(resolveOption(name, {}, layersOf({})).source).toBe("default");
});
