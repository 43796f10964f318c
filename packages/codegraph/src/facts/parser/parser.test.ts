/** The parser's memory: functions of grammars that are too large to be optimised stay as they are. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const SWIFT = `
    /// Returns it.
    public func find(id: Int, named name: String = "a") throws -> Item? {
        guard let first = items.first(where: { $0.id == id }), first.count > 1 else { return nil }
        switch first { case .some(let one) where one.isOpen: return one default: break }
        return try await name.isEmpty ? nil : self.cache[name]?.load(from: "\\(name) of \\(id)")
    }
`;

const KOTLIN = `
    /** Returns it. */
    override fun find(id: Int, name: String = "a"): Item? {
        val first = items.firstOrNull { it.id == id && it.count > 1 } ?: return null
        when (first) { is Open -> return first.also { log("of \${id}") } else -> close() }
        return if (name.isEmpty()) null else cache[name]?.load(from = name)
    }
`;

const CPP = `
    /// Returns it.
    virtual const Item* find(std::size_t id, const std::string& name = "a") const override {
        for (auto&& [key, one] : items_) if (one->id() == id && !(one->count() >> 1)) return one.get();
        switch (name.size()) { case 0: return nullptr; default: break; }
        return cache_.at(name).load<Item>([&](const auto& it) { return it.open ? it : *this; });
    }
`;

/**
 * Prints the most memory, in MB, that a process needed to read a language. On Linux `maxRSS` starts at the memory of the process
 * that started it, here a test worker, so VmHWM is read instead.
 */
const READING = `
  const { readFileSync } = await import("node:fs");
  const language = (await import(process.argv[1]))[process.argv[6]];
  const { extractFacts } = await import(process.argv[2]);
  const { loadLanguage } = await import(process.argv[3]);
  const loaded = await loadLanguage(language);
  const text = "class Store {" + process.argv[4].repeat(50) + "};";
  for (let round = 0; round < 5; round++) extractFacts(loaded, text);
  const kilobytes = () =>
    process.platform === "linux"
      ? Number(/VmHWM:\\s+(\\d+)/u.exec(readFileSync("/proc/self/status", "utf8"))[1])
      : process.resourceUsage().maxRSS;
  console.log(kilobytes() / 1000);
`;

/** Another thread that begins and ends such reading all the time. */
const BESIDE = `
  const { Worker } = await import("node:worker_threads");
  // Loaded before the thread, which then shares its counter.
  await import(process.argv[5]);
  const beside = new Worker(
    \`const { parentPort, workerData } = require("node:worker_threads");
    import(workerData).then(({ unoptimised }) => {
      parentPort.postMessage("reads");
      for (let turn = 0; ; turn++) if (turn % 1000 === 0) unoptimised(() => undefined);
    })\`,
    { eval: true, workerData: process.argv[5], execArgv: ["--conditions=source"] },
  );
  await new Promise((resolve) => beside.once("message", resolve));
  ${READING}
  await beside.terminate();
`;

test.each([
  ["Swift", "../swift/swift.ts", "SWIFT", SWIFT, READING],
  ["Swift while another thread ends such reading", "../swift/swift.ts", "SWIFT", SWIFT, BESIDE],
  ["Kotlin", "../kotlin/kotlin.ts", "KOTLIN", KOTLIN, READING],
  ["C++", "../languages/cpp.ts", "CPP", CPP, READING],
])("reading %s needs little memory", (_case, module, name, text, script) => {
  const [language = "", extract = "", parser = "", compiled = ""] = [
    module,
    "../extract.ts",
    "./parser.ts",
    "./compiled-module.ts",
  ].map((path) => new URL(path, import.meta.url).href);
  const flags = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const args = [...flags, "--input-type=module", "--eval", script];
  const megabytes = execFileSync(
    process.execPath,
    [...args, language, extract, parser, text, compiled, name],
    { encoding: "utf8" },
  );
  expect(Number(megabytes)).toBeLessThan(200);
});
