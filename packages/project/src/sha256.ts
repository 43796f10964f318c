/**
 * SHA-256 without `node:crypto`. Loading `node:crypto` costs every hook 4 of its 18 milliseconds over an empty process
 * (bench/hook-cold-start), for one short string.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** 64 hex digits of the text's UTF-8 bytes. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
