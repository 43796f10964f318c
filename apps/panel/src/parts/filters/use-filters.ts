/** The filters of a view with a search field, as stored in its address. */
import { useEffect, useState } from "react";
import { typedFilters } from "./typed-filters.ts";

/**
 * A new filter takes effect at once. Typed words are written to the address when the person pauses, because a navigation renders
 * the whole page and would delay the search for each key.
 */
export function useFilters<Filters extends object>(
  address: Filters,
  navigate: (filters: Filters) => void,
) {
  const [filters, setShown] = useState(address);
  const [typed] = useState(() => typedFilters(address, setShown));
  useEffect(() => typed.follow(address), [typed, address]);
  useEffect(() => typed.stop, [typed]);
  return {
    filters,
    setFilters: (next: Filters) => typed.type(next, navigate),
    writeAddress: () => typed.write(navigate),
  };
}
