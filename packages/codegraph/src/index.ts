/** Public interface: calls, imports and inheritance in a tree of source files, and what a change affects. */
export { CodegraphError, type CodegraphErrorCode } from "./codegraph-error.ts";
export { extractFile, factsOfText } from "./facts/extract-file.ts";
export { type FileFacts, isSymbolKind, qualifiedName, type SymbolKind } from "./facts/facts.ts";
export { decodeFacts } from "./facts/facts-codec.ts";
export { languageOf } from "./facts/languages/languages.ts";
export { familyOf } from "./facts/languages/source-families.ts";
export { dependenciesOf, dependentsOf } from "./graph/affected-files.ts";
export { type ExportedEdge, exportedEdges } from "./graph/export-graph.ts";
export {
  type CodeGraph,
  countSymbols,
  FILE_KIND,
  fileOfNode,
  nodesNamed,
  symbolOfNode,
  symbolRange,
} from "./graph/graph.ts";
export {
  nodesOfFile,
  nodesOfSymbol,
  type ReachedNode,
  type ReachedStep,
  reach,
} from "./graph/impact.ts";
export { innermostAt } from "./graph/innermost-at.ts";
export { type CodeModule, modulesOf } from "./graph/modules.ts";
export { isTestPath } from "./graph/test-paths.ts";
export {
  type UnknownCall,
  unknownCallsIn,
  unknownCallsOf,
  unknownShare,
} from "./graph/unknown-calls.ts";
export type { Direction } from "./graph/walk-graph.ts";
export { changedFiles } from "./history/changed-files.ts";
export { currentWindow, readWindow } from "./history/commit-window.ts";
export { type FilePairs, filePairs } from "./history/file-pairs.ts";
export { HISTORY } from "./history/limits.ts";
export type { ChangedFile } from "./history/uncommitted.ts";
export type { Progress } from "./indexing/code-tree.ts";
export { dropLeftIndexes, touchIndex } from "./indexing/left-indexes.ts";
export { CodeSession, type CodeSessionOptions, type FreshGraph } from "./live/code-session.ts";
export { hasStoredGraph } from "./live/stored-graph.ts";
export { countByExtension, filesMentioning } from "./live/unread-files.ts";
export { fileNeighbours } from "./neighbours/file-neighbours.ts";
export {
  type FileNeighbour,
  readNeighbours,
  writeNeighbours,
} from "./neighbours/neighbour-file.ts";
export type { CompilerNews } from "./precise/compiler-facts.ts";
export type { IndexNews } from "./precise/scip/import-indexes.ts";
export { CODEGRAPH } from "./tuning.ts";
