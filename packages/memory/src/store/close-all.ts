/** Closes several parts even if one of them fails. */

/** Closes the parts one after the other. Throws the first failure after all were closed. */
export async function closeAll(parts: readonly (() => Promise<void> | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of parts) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
