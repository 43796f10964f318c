/** The views of the panel, in the order of the navigation. */
import { Inbox, Library, type LucideIcon, Sun } from "lucide-react";

interface Place {
  readonly to: "/" | "/memories" | "/review";
  /** Key of its name under `nav`. */
  readonly name: "today" | "memories" | "review";
  readonly icon: LucideIcon;
}

export const PLACES: readonly Place[] = [
  { to: "/", name: "today", icon: Sun },
  { to: "/memories", name: "memories", icon: Library },
  { to: "/review", name: "review", icon: Inbox },
];
