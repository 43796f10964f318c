/** A memory in a real repository notices when its code changes, moves, disappears and returns. */
import { describe, expect, test } from "vitest";
import { makeRepository, PRICES, type Repository, teach } from "./repository.ts";

const ROUNDED = PRICES.slice(PRICES.indexOf("function rounded"), PRICES.indexOf("export class"));

/** The change, whether it is committed, and the expected result of recall. */
type Row = readonly [
  name: string,
  act: (repository: Repository) => void,
  freshness: string,
  note: string | null,
];

const MOVED = "`rounded` in src/prices.ts moved to";

describe("a memory about a function", () => {
  test.each<Row>([
    ["nothing happens", () => undefined, "intact", null],
    [
      "the function is edited",
      (at) => at.change("src/prices.ts", "value * 100)", "value * 1000)"),
      "changed",
      "`rounded` in src/prices.ts changed, not committed",
    ],
    [
      "the function is edited and committed, twice",
      (at) => {
        at.change("src/prices.ts", "value * 100)", "value * 1000)");
        at.commit("thousandths");
        at.write("README.md", "# Prices\n");
        at.commit("elsewhere");
        at.change("src/prices.ts", "cents / 100", "cents / 1000");
        at.commit("thousandths, all of them");
      },
      "changed",
      "`rounded` in src/prices.ts changed, 2 commits since",
    ],
    [
      "another function of the file is edited",
      (at) => {
        at.change("src/prices.ts", 'rate("vat")', 'rate("sales tax") * 1');
        at.commit("sales tax");
      },
      "intact",
      null,
    ],
    [
      "the file is renamed",
      (at) => {
        at.git("mv", "src/prices.ts", "src/money.ts");
        at.commit("rename");
      },
      "moved",
      `${MOVED} src/money.ts:7`,
    ],
    [
      "the file is renamed without telling git",
      (at) => {
        at.write("lib/deep/money.ts", at.read("src/prices.ts"));
        at.git("rm", "-q", "--cached", "src/prices.ts");
        at.git("clean", "-fdq", "src");
      },
      "moved",
      `${MOVED} lib/deep/money.ts:7`,
    ],
    [
      "the function is moved to another file, and exported",
      (at) => {
        at.write("lib/rounding.ts", `export ${ROUNDED}`);
        at.change("src/prices.ts", ROUNDED, "");
        at.change("src/prices.ts", "import", 'import { rounded } from "../lib/rounding";\nimport');
        at.commit("move");
      },
      "moved",
      `${MOVED} lib/rounding.ts:1`,
    ],
    [
      "the function is moved within the file",
      (at) => {
        at.change("src/prices.ts", ROUNDED, "");
        at.write("src/prices.ts", `${at.read("src/prices.ts")}\n${ROUNDED}`);
      },
      "intact",
      null,
    ],
    [
      "the function is deleted",
      (at) => {
        at.change("src/prices.ts", ROUNDED, "");
        at.commit("delete");
      },
      "gone",
      "`rounded` in src/prices.ts is gone",
    ],
    [
      "the file is deleted",
      (at) => {
        at.git("rm", "-q", "src/prices.ts");
        at.commit("delete");
      },
      "gone",
      "`rounded` in src/prices.ts is gone",
    ],
    [
      "the file gets the line ends of Windows",
      (at) => at.write("src/prices.ts", at.read("src/prices.ts").replaceAll("\n", "\r\n")),
      "intact",
      null,
    ],
    [
      "the file is formatted otherwise",
      (at) => {
        const tabs = at.read("src/prices.ts").replaceAll("  ", "\t");
        at.write(
          "src/prices.ts",
          tabs.replace("Math.round(value * 100)", "Math.round(\n\t\tvalue * 100\n\t)"),
        );
      },
      "intact",
      null,
    ],
    [
      "HEAD is detached",
      (at) => {
        at.change("src/prices.ts", "value * 100)", "value * 1000)");
        at.commit("thousandths");
        at.git("checkout", "-q", "--detach");
      },
      "changed",
      "`rounded` in src/prices.ts changed, 1 commit since",
    ],
  ])("%s", async (_name, act, freshness, note) => {
    const repository = makeRepository();
    await teach(repository);
    act(repository);
    // On a machine that other programs use, git may not count the commits in time; the next question does.
    let hit = await repository.recalled();
    for (let n = 1; n < 4 && hit.code?.note !== note; n++) hit = await repository.recalled();
    expect({ freshness: hit.freshness, note: hit.code?.note }).toEqual({ freshness, note });
  });
});

test("forgets an edit that is undone", async () => {
  const repository = makeRepository();
  const id = await teach(repository);
  repository.change("src/prices.ts", "value * 100)", "value * 1000)");
  repository.commit("thousandths");
  expect((await repository.recalled()).freshness).toBe("changed");
  expect(await queued(repository)).toEqual([
    [id, ["`rounded` in src/prices.ts changed, 1 commit since"]],
  ]);
  const before = await versionOf(repository, id);
  repository.git("revert", "--no-edit", "HEAD");
  expect((await repository.recalled()).freshness).toBe("intact");
  expect(await queued(repository)).toEqual([]);
  // Neither detecting nor withdrawing the change modifies the memory.
  expect(await versionOf(repository, id)).toBe(before);
});

test("updates the review queue from the code without a recall", async () => {
  const repository = makeRepository();
  const id = await teach(repository);
  const other = await teach(repository, "The basket is emptied by `Basket.clear` after paying.");
  repository.change("src/prices.ts", "value * 100)", "value * 1000)");
  expect((await queued(repository)).map(([queuedId]) => queuedId)).toEqual([id]);
  repository.git("rm", "-q", "-f", "src/prices.ts");
  expect((await queued(repository)).map(([queuedId]) => queuedId).sort()).toEqual(
    [id, other].sort(),
  );
  repository.git("checkout", "-q", "HEAD", "--", "src/prices.ts");
  expect(await queued(repository)).toEqual([]);
});

test("applies a confirmed memory to the current code", async () => {
  const repository = makeRepository();
  const id = await teach(repository);
  repository.change("src/prices.ts", "value * 100)", "value * 1000)");
  expect(await queued(repository)).toHaveLength(1);
  const tacit = await repository.open();
  await tacit.memories.confirm(id);
  await tacit.close();
  expect(await queued(repository)).toEqual([]);
  expect((await repository.recalled()).freshness).toBe("intact");
  repository.change("src/prices.ts", "value * 1000)", "value * 100)");
  expect((await repository.recalled()).freshness).toBe("changed");
});

test("scores changed code lower than unchanged code, and missing code lowest", async () => {
  const repository = makeRepository();
  await teach(repository);
  const factor = async () => {
    const { explanation, score } = await repository.recalled();
    expect(score).toBeCloseTo(explanation.fused * (explanation.priors["freshness"] ?? 1));
    return explanation.priors["freshness"] ?? 1;
  };
  const intact = await factor();
  repository.change("src/prices.ts", "value * 100)", "value * 1000)");
  const changed = await factor();
  repository.git("rm", "-q", "-f", "src/prices.ts");
  const gone = await factor();
  expect(intact).toBe(1);
  expect(changed).toBeLessThan(intact);
  expect(gone).toBeLessThan(changed);
});

describe("anchors of a memory", () => {
  test.each([
    ["a function it names", "Cents are rounded by `rounded` and nowhere else.", ["rounded"]],
    ["a method by its class", "Call Basket.total only once per request.", ["Basket.total"]],
    [
      "a place in an error",
      "TypeError at src/prices.ts:16 when items hold text.",
      ["Basket.total"],
    ],
    [
      "a place outside of any symbol",
      "Import cycle reported at src/prices.ts:1 by the bundler.",
      ["L1"],
    ],
    ["no part of the file", "Prices are net of tax everywhere in this module.", [null]],
  ])("%s", async (_name, content, symbols) => {
    const repository = makeRepository();
    const id = await teach(repository, content);
    const tacit = await repository.open();
    const freshness = await tacit.memories.freshnessOf(id);
    await tacit.close();
    expect(freshness?.anchors.map(({ symbol }) => symbol)).toEqual(symbols);
    expect(freshness?.freshness).toBe("intact");
  });

  test("a name unique to one file of an indexed project, without a file in the memory", async () => {
    const repository = makeRepository();
    const tacit = await repository.open();
    await tacit.code.index();
    const { id } = await tacit.memories.remember({
      content: "Never call `netPrice` twice on the same amount.",
      source: "user_taught",
    });
    const freshness = await tacit.memories.freshnessOf(id ?? "");
    await tacit.close();
    expect(freshness?.anchors).toMatchObject([{ path: "src/prices.ts", symbol: "netPrice" }]);
  });

  test("lines in a language that is not parsed", async () => {
    const repository = makeRepository();
    repository.write("deploy.nomad", 'job "web" {\n  count = 3\n\n  port = 80\n}\n');
    const content = "Fails to plan at deploy.nomad:2 when count is a string.";
    await teach(repository, content, { files: ["deploy.nomad"] });
    repository.change("deploy.nomad", "port = 80", "port = 81");
    expect((await repository.recalled("fails to plan count string")).freshness).toBe("intact");
    repository.change("deploy.nomad", "count = 3", "count = 4");
    expect((await repository.recalled("fails to plan count string")).freshness).toBe("changed");
  });
});

describe("without git", () => {
  test.each<Row>([
    [
      "edited",
      (at) => at.change("src/prices.ts", "value * 100)", "value * 1000)"),
      "changed",
      "`rounded` in src/prices.ts changed",
    ],
    [
      "moved to a file beside it",
      (at) => {
        at.write("src/rounding.ts", ROUNDED);
        at.change("src/prices.ts", ROUNDED, "");
      },
      "moved",
      `${MOVED} src/rounding.ts:1`,
    ],
    [
      "deleted",
      (at) => at.change("src/prices.ts", ROUNDED, ""),
      "gone",
      "`rounded` in src/prices.ts is gone",
    ],
  ])("%s", async (_name, act, freshness, note) => {
    const repository = makeRepository({ hasGit: false });
    await teach(repository);
    act(repository);
    // On a machine that other programs use, git may not count the commits in time; the next question does.
    let hit = await repository.recalled();
    for (let n = 1; n < 4 && hit.code?.note !== note; n++) hit = await repository.recalled();
    expect({ freshness: hit.freshness, note: hit.code?.note }).toEqual({ freshness, note });
  });

  test("moved to another folder of an indexed project", async () => {
    const repository = makeRepository({ hasGit: false });
    await teach(repository);
    const tacit = await repository.open();
    await tacit.code.index();
    await tacit.close();
    repository.write("lib/rounding.ts", `export ${ROUNDED}`);
    repository.change("src/prices.ts", ROUNDED, "");
    expect((await repository.recalled()).code?.note).toBe(`${MOVED} lib/rounding.ts:1`);
  });
});

async function queued(repository: Repository): Promise<[string, readonly string[]][]> {
  const tacit = await repository.open();
  try {
    await tacit.memories.recheck();
    const memories = await tacit.memories.list({ needsReview: true });
    const reasons = await tacit.memories.reviewReasons(memories.map(({ id }) => id));
    return memories.map(({ id }) => [id, (reasons.get(id) ?? []).map(({ detail }) => detail)]);
  } finally {
    await tacit.close();
  }
}

async function versionOf(repository: Repository, id: string): Promise<number> {
  const tacit = await repository.open();
  try {
    return (await tacit.memories.get(id)).version;
  } finally {
    await tacit.close();
  }
}
