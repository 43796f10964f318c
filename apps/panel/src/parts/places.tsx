/** The views of the panel, in the order of the navigation. */
import {
  Braces,
  GraduationCap,
  History,
  Inbox,
  Library,
  type LucideIcon,
  MessageCircleQuestion,
  Settings,
  Sun,
  Waypoints,
} from "lucide-react";

interface Page {
  readonly to:
    | "/"
    | "/memories"
    | "/review"
    | "/sessions"
    | "/code"
    | "/graph"
    | "/ask"
    | "/teach"
    | "/settings";
  /** Key of its label under `nav`. */
  readonly name:
    | "today"
    | "memories"
    | "review"
    | "sessions"
    | "code"
    | "graph"
    | "ask"
    | "teach"
    | "settings";
  readonly icon: LucideIcon;
  /** On a phone it is in the menu behind the bar. */
  readonly isRare?: true;
}

export const PAGES: readonly Page[] = [
  { to: "/", name: "today", icon: Sun },
  { to: "/memories", name: "memories", icon: Library },
  { to: "/review", name: "review", icon: Inbox },
  { to: "/sessions", name: "sessions", icon: History },
  { to: "/code", name: "code", icon: Braces, isRare: true },
  { to: "/graph", name: "graph", icon: Waypoints, isRare: true },
  { to: "/ask", name: "ask", icon: MessageCircleQuestion },
  { to: "/teach", name: "teach", icon: GraduationCap, isRare: true },
  { to: "/settings", name: "settings", icon: Settings, isRare: true },
];
