/** The SHA-256 of a file in hexadecimal digits, read in chunks. Never blocks on a pipe or a device. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { READ_AT_ONCE } from "@tacit-memory/files";

export async function fileSha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path, READ_AT_ONCE);
  for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
