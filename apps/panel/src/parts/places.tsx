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
  readonly to: `/${string}`;
  /** Key of its label under `nav`. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** On a phone it is in the menu behind the bar. */
  readonly isRare: boolean;
}

export const PAGES = [
  { to: "/", name: "today", icon: Sun, isRare: false },
  { to: "/memories", name: "memories", icon: Library, isRare: false },
  { to: "/review", name: "review", icon: Inbox, isRare: false },
  { to: "/sessions", name: "sessions", icon: History, isRare: false },
  { to: "/code", name: "code", icon: Braces, isRare: true },
  { to: "/graph", name: "graph", icon: Waypoints, isRare: true },
  { to: "/ask", name: "ask", icon: MessageCircleQuestion, isRare: false },
  { to: "/teach", name: "teach", icon: GraduationCap, isRare: true },
  { to: "/settings", name: "settings", icon: Settings, isRare: true },
] as const satisfies readonly Page[];
