/** What we use of the `semver` package, which brings no types of its own. */
declare module "semver" {
  interface Version {
    readonly version: string;
  }
  const semver: {
    /** Null for what is no range. */
    readonly validRange: (range: string, loose?: boolean) => string | null;
    /** The lowest version a range allows; null for none. Throws for what is no range. */
    readonly minVersion: (range: string, loose?: boolean) => Version | null;
    readonly coerce: (text: string) => Version | null;
    readonly valid: (text: string, loose?: boolean) => string | null;
    readonly satisfies: (
      version: string,
      range: string,
      options?: { readonly loose?: boolean; readonly includePrerelease?: boolean },
    ) => boolean;
  };
  export = semver;
}
