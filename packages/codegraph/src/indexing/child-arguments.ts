/** What a process of ours that runs a file is given of Node's own arguments. */
const WITH_TEXT = new Set(["-e", "--eval", "-p", "--print", "-pe", "--input-type"]);

/** Without those that say what Node is to run instead of a file: it ends at once with both. */
export function argumentsForFile(given: readonly string[]): string[] {
  return given.filter((one, at) => {
    const isText = WITH_TEXT.has(given[at - 1] ?? "");
    return !isText && !WITH_TEXT.has(one) && !/^--(?:eval|print|input-type)=/.test(one);
  });
}
