/** Projects of C#: the folder of a file's project, and the usings that its project files add. */
import type { Using } from "../../facts/facts.ts";
import { type ConfigFiles, folderOf, nameOf, upwards } from "./project-config.ts";

const PROJECT = /\.csproj$/i;
const SHARED = /^Directory\.Build\.(?:props|targets)$/i;
const COMMENT = /<!--[\s\S]*?-->/g;
const USING = /<Using\b([^>]*)>/g;

export function csharpProjects(config: ConfigFiles) {
  const projects = new Set(config.paths.filter((path) => PROJECT.test(nameOf(path))).map(folderOf));
  const usings = new Map<string, Using[]>();
  for (const path of config.paths) {
    if (!PROJECT.test(nameOf(path)) && !SHARED.test(nameOf(path))) continue;
    const folder = folderOf(path);
    usings.set(folder, [...(usings.get(folder) ?? []), ...usingsIn(config.read(path) ?? "")]);
  }
  const around = new Map<string, Using[]>();
  return {
    moduleOf: (path: string) => upwards(folderOf(path)).find((folder) => projects.has(folder)),
    usings: (path: string): readonly Using[] => {
      const own = folderOf(path);
      let found = around.get(own);
      if (found === undefined) {
        found = upwards(own).flatMap((folder) => usings.get(folder) ?? []);
        around.set(own, found);
      }
      return found;
    },
  };
}

function usingsIn(text: string): Using[] {
  return [...text.replace(COMMENT, "").matchAll(USING)].flatMap(([, attributes = ""]) => {
    const attribute = (name: string) =>
      new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1]?.trim();
    const specifiers = (attribute("Include") ?? "").split(";").map((item) => item.trim());
    const alias = attribute("Alias");
    const imported = /^true$/i.test(attribute("Static") ?? "") ? "static" : "*";
    return specifiers
      .filter((specifier) => specifier !== "")
      .map((specifier) =>
        alias === undefined
          ? { specifier, imported, local: "*" }
          : { specifier, imported: specifier, local: alias },
      );
  });
}
