/** What a process of ours that runs a file is given of Node's own arguments. */
const WITH_TEXT = new Set(["-e", "--eval", "-p", "--print", "-pe", "--input-type"]);

/** Without those that say what Node is to run instead of a file: it ends at once with both. */
export function argumentsForFile(input: readonly string[]): string[] {
  return input.filter((item, at) => {
    const isText = WITH_TEXT.has(input[at - 1] ?? "");
    return !isText && !WITH_TEXT.has(item) && !/^--(?:eval|print|input-type)=/.test(item);
  });
}
