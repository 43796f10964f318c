/** Which project a folder belongs to, and where Tacit stores its data. */
export { earlierNameOf, isWeakerThan, type Relation, relationOf } from "./earlier-identity.ts";
export { type FilePosition, parseFilePosition, parsePositionSuffix } from "./file-position.ts";
export { type ConfigEntry, parseGitConfig, type Remote, remotesOf } from "./git-config.ts";
export { type Head, MAX_PACKED_REFS_BYTES, readHead } from "./git-head.ts";
export { type BrokenLayout, findGitLayout, type GitLayout } from "./git-layout.ts";
export { homeFolder, makeHomeFolder, userHomeFolder } from "./home-folder.ts";
export {
  MODES,
  type Mode,
  readModeMarker,
  stricterMode,
  writeModeMarker,
  writeModeMarkersById,
} from "./mode.ts";
export { PROJECT_CONFIG } from "./project-config.ts";
export { ProjectError, type ProjectErrorCode } from "./project-error.ts";
export {
  IDENTITY_BASES,
  type IdentityBasis,
  identityOfStored,
  type Project,
  type ProjectId,
  type ProjectIdentity,
  projectIdOf,
  projectNamed,
  storedProject,
} from "./project-identity.ts";
export { relativeToProject } from "./project-path.ts";
export { type ProjectWarning, projectWarningText } from "./project-warning.ts";
export { type ResolveOptions, resolveProjectSync } from "./resolve-project.ts";
export { sha256Hex } from "./sha256.ts";
export { worktreesOf } from "./worktrees.ts";
