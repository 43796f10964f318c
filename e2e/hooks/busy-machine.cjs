/** Preloaded into a process: a machine so busy that nothing of it runs before this time is over. */
const endMs = Date.now() + Number(process.env.TEST_BUSY_MS ?? 0);
while (Date.now() < endMs);
