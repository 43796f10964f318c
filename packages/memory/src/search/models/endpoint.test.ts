/** Tests which addresses may be sent text. */
import { expect, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { endpointOf, isLoopback, ollamaAddress } from "./endpoint.ts";

function outcome(address: string, allowHttp = false): string {
  try {
    return endpointOf(address, allowHttp);
  } catch (error) {
    return MemoryError.is(error) ? error.code : String(error);
  }
}

test.each([
  ["https://api.openai.com/v1", false, "https://api.openai.com/v1"],
  ["https://api.openai.com/v1/", false, "https://api.openai.com/v1"],
  ["http://127.0.0.1:11434", false, "http://127.0.0.1:11434"],
  ["http://localhost:8080/v1", false, "http://localhost:8080/v1"],
  ["http://[::1]:8080", false, "http://[::1]:8080"],
  ["http://192.168.1.5:11434", false, "usage"],
  ["http://192.168.1.5:11434", true, "http://192.168.1.5:11434"],
  ["http://127.0.0.1.example.org", false, "usage"],
  ["http://localhost.example.org", false, "usage"],
  ["https://user:secret@example.org", true, "usage"],
  ["ftp://example.org", true, "usage"],
  ["file:///etc/passwd", true, "usage"],
  ["example.org", true, "usage"],
])("checks %s, http allowed: %s → %s", (address, allowHttp, expected) =>
  expect(outcome(address, allowHttp)).toBe(expected),
);

test.each([
  ["http://127.3.2.1", true],
  ["http://[::1]/x", true],
  ["https://localhost", true],
  ["http://127.0.0.1.nip.example", false],
  ["http://10.0.0.1", false],
])("checks whether %s is this machine: %s", (address, expected) =>
  expect(isLoopback(address)).toBe(expected),
);

test.each([
  [undefined, "http://127.0.0.1:11434"],
  ["", "http://127.0.0.1:11434"],
  ["0.0.0.0", "http://127.0.0.1:11434"],
  ["0.0.0.0:8000", "http://127.0.0.1:8000"],
  ["http://0.0.0.0:8000", "http://127.0.0.1:8000"],
  ["0.0.0.0.nip.example", "http://0.0.0.0.nip.example:11434"],
  [":8000", "http://127.0.0.1:8000"],
  ["box", "http://box:11434"],
  ["https://box.example/ollama", "https://box.example/ollama"],
])("reads OLLAMA_HOST=%s as %s", (setting, expected) =>
  expect(ollamaAddress({ OLLAMA_HOST: setting })).toBe(expected),
);

test("rejects a query instead of dropping it, and shows it in no message", () => {
  const address = "https://example.org/v1?key=hunter2secret";
  expect(() => endpointOf(address, false)).toThrow(expect.objectContaining({ code: "usage" }));
  expect(() => endpointOf(address, false)).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining("hunter2secret") }),
  );
});

test("shows the name and password of an address in no message", () => {
  expect(() => endpointOf("https://user:hunter2secret@example.org", false)).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining("hunter2secret") }),
  );
});
