/** Vue, Svelte and Astro: TypeScript in a markup file. `components/` finds the code in it. */
import { astroParts } from "../components/astro.ts";
import { svelteParts } from "../components/svelte.ts";
import { vueParts } from "../components/vue.ts";
import type { Language } from "./language.ts";
import { TYPESCRIPT } from "./typescript.ts";

const VUE: Language = { ...TYPESCRIPT, name: "vue", extensions: [".vue"], parts: vueParts };
const SVELTE: Language = {
  ...TYPESCRIPT,
  name: "svelte",
  extensions: [".svelte"],
  parts: svelteParts,
};
const ASTRO: Language = { ...TYPESCRIPT, name: "astro", extensions: [".astro"], parts: astroParts };

export const COMPONENTS: readonly Language[] = [VUE, SVELTE, ASTRO];
