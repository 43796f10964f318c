/** Path of the file that `refreshMemoryFile` writes, relative to the root of the repository. */
export const MEMORY_FILE = ".tacit/MEMORY.md";
