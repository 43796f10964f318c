/** Selects the Node arguments that a child process inherits when it runs a file. */
const WITH_TEXT = new Set(["-e", "--eval", "-p", "--print", "-pe", "--input-type"]);

/** Returns the arguments without those that make Node run a text instead of a file; with both, Node would exit at once. */
export function argumentsForFile(input: readonly string[]): string[] {
  return input.filter((item, at) => {
    const isText = WITH_TEXT.has(input[at - 1] ?? "");
    return !isText && !WITH_TEXT.has(item) && !/^--(?:eval|print|input-type)=/.test(item);
  });
}
