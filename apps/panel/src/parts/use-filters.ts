/** The filters of a view with a search field, as stored in its address. */
import { useEffect, useRef, useState } from "react";

/** Milliseconds after the last key until the address follows. */
const TYPED_MS = 300;

/**
 * A new filter takes effect at once. Typed words are written to the address when the person pauses, because a navigation renders
 * the whole page and would delay the search for each key.
 */
export function useFilters<Filters>(address: Filters, navigate: (filters: Filters) => void) {
  const [filters, setShown] = useState(address);
  const unwritten = useRef<{ readonly filters: Filters; readonly timer: Timer } | null>(null);
  useEffect(() => {
    // While a person types, the address is older than the filters.
    if (unwritten.current === null) setShown(address);
  }, [address]);
  const writeAddress = () => {
    if (unwritten.current === null) return;
    const { filters: typed, timer } = unwritten.current;
    clearTimeout(timer);
    unwritten.current = null;
    navigate(typed);
  };
  const setFilters = (next: Filters) => {
    if (unwritten.current !== null) clearTimeout(unwritten.current.timer);
    unwritten.current = { filters: next, timer: setTimeout(writeAddress, TYPED_MS) };
    setShown(next);
  };
  useEffect(() => () => clearTimeout(unwritten.current?.timer), []);
  return { filters, setFilters, writeAddress };
}

type Timer = ReturnType<typeof setTimeout>;
