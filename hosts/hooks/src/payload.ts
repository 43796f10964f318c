/** Reading values nobody promised: each gives the value when it is of the kind, and nothing otherwise. */
import type { Payload } from "./host.ts";

export function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function flag(value: unknown): boolean {
  return value === true;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function record(value: unknown): Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Payload)
    : {};
}

/** A payload is one JSON object; anything else is none. */
export function parsePayload(input: string): Payload | null {
  try {
    const value: unknown = JSON.parse(input.charCodeAt(0) === 0xfeff ? input.slice(1) : input);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Payload)
      : null;
  } catch {
    return null;
  }
}
