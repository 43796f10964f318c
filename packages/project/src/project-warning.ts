/** What a person should know about how a project was recognised: codes with their facts, and the English sentences. */
import { PROJECT_CONFIG } from "./project-config.ts";

export type ProjectWarning =
  /** `.git` of this folder points to a folder that is no repository. */
  | { readonly code: "git_link_broken"; readonly path: string; readonly target: string }
  | { readonly code: "project_in_folder" }
  | { readonly code: "project_without_commit" }
  | { readonly code: "separate_project"; readonly remote: string }
  | { readonly code: "first_commit_not_stored"; readonly problem: string }
  | { readonly code: "project_file_malformed"; readonly problem: string };

export function projectWarningText(warning: ProjectWarning): string {
  switch (warning.code) {
    case "git_link_broken":
      return `${warning.path} points to ${warning.target}, which is not a repository`;
    case "project_in_folder":
      return `no git and no projectId in ${PROJECT_CONFIG}: the id of the project changes if the folder is moved`;
    case "project_without_commit":
      return "no remote and no first commit: the id of the project changes if the repository is moved";
    case "separate_project":
      return `this repository has the remote ${warning.remote} but no commit of that project, so it is a separate project; if it is the same project, run: tacit projects merge . ${warning.remote}`;
    case "first_commit_not_stored":
      return `the first commit of the repository cannot be stored: ${warning.problem}`;
    case "project_file_malformed":
      return warning.problem;
  }
}
