/** Port to the code graph: which files define a name. */
export interface CodeNames {
  /** Empty if no file defines the name. Throws if the index is busy, full or damaged. */
  readonly findSymbol: (name: string) => Promise<readonly { readonly path: string }[]>;
}
