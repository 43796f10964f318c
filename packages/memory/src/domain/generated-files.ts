/** Files that Tacit writes into a repository. */

/** What may be shared, as Markdown; only with the option `memoryFile`. Relative to the root. */
export const MEMORY_FILE = ".tacit/MEMORY.md";
