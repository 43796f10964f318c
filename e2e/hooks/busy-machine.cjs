/** Preloaded into a process: on a machine with so much else to do, nothing of this process runs before this time is over. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.TEST_BUSY_MS ?? 0));
