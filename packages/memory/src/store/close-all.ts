/** Ends several things, whatever becomes of any of them. */

/** One after the other. Throws what the first failed with, after all were told to end. */
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
