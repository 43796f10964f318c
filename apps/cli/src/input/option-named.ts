/** Resolves an option from the name that a person typed. */
import { isOptionName, MemoryError, OPTION_NAMES, type OptionName } from "@tacit-memory/memory";
import { nearestNames } from "../nearest-names.ts";

/** Throws "usage" with the most similar names. */
export function optionNamed(name: string): OptionName {
  if (isOptionName(name)) return name;
  const nearest = nearestNames(OPTION_NAMES, name, 3).join(", ");
  throw new MemoryError("usage", {
    reason: `there is no option ${name.slice(0, 60)}; the nearest are ${nearest}`,
  });
}
