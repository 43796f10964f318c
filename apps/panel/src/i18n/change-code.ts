/**
 * Returns the code of a change from the library's label, which may contain an id, a version or a reason: "merged into 01a2…"
 * is `merged_into`, "undone: edit" is `undone`.
 */
export function changeCode(label: string): string {
  const [head = ""] = label.split(/:| to version /);
  return head
    .replace(/^merged into .*/, "merged into")
    .trim()
    .replaceAll(" ", "_");
}
