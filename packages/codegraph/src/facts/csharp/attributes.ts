/** Attributes of C#: `[Mark]` makes an object of the class `MarkAttribute`, or of `Mark` if that is an attribute. */
import type { Item } from "../parser/items.ts";
import { chainAt, type Sweep } from "../sweep.ts";
import { addCall } from "../take-uses.ts";

const SUFFIX = "Attribute";
/** Arguments of a use that is one only if the class is an attribute. */
export const IF_ATTRIBUTE = "[]";

export const isAttributeName = (type: string) => type.replace(/<.*$/s, "").endsWith(SUFFIX);

export function takeAttribute(sweep: Sweep, item: Item): void {
  const name = chainAt(sweep, item);
  if (name === "") return;
  const at = name.indexOf("<");
  const bare = at < 0 ? name : name.slice(0, at);
  if (bare.endsWith(SUFFIX)) addCall(sweep, item, "new", "", name);
  else {
    addCall(sweep, item, "new", "", `${bare}${SUFFIX}${name.slice(bare.length)}`);
    addCall(sweep, item, "new", IF_ATTRIBUTE, name);
  }
}
