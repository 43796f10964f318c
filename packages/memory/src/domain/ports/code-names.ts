/** Which files define a name, as the code graph answers it. */
export interface CodeNames {
  /** Empty where no file defines the name. Throws where the index is busy, full or damaged. */
  readonly findSymbol: (name: string) => Promise<readonly { readonly path: string }[]>;
}
