/** Shows a memory in one or two lines with a link to its view. */
import type { MemoryRow } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { FlagMarks, StandingMark, Time, TypeMark } from "../marks.tsx";
import { Cited } from "./cited.tsx";

export function MemoryLink({ memory }: { readonly memory: MemoryRow }) {
  return (
    <Link to="/memories/$id" params={{ id: memory.id }} className="memory-link">
      <span className="memory-link-text">
        <Cited text={memory.content} isInLink />
      </span>
      <span className="meta">
        <TypeMark type={memory.type} />
        <StandingMark standing={memory.standing} />
        <FlagMarks flags={memory.flags} state={memory.state} />
        <Time atMs={memory.createdAtMs} />
      </span>
    </Link>
  );
}
