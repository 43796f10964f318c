/** Known graphs of components for tests: Vue, Svelte and Astro. */

export interface Known {
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  /** `user → used`, each written as `path:Symbol`. */
  readonly uses: readonly string[];
  /** Uses that a reader might assume and that must not be found, written the same way. */
  readonly absent?: readonly string[];
}

export const KNOWN_COMPONENTS: readonly Known[] = [
  {
    language: "vue, with script setup",
    files: {
      "package.json": '{ "name": "app" }',
      "src/format.ts": "export const price = (cents: number) => String(cents);",
      "src/cart.ts": `export class Cart { add(id: string) {} get items(): Item[] { return []; } }
        export class Item { remove() {} }
        export const useCart = (): Cart => new Cart();`,
      "src/parts/UserCard.vue": "<template><b><slot /></b></template>",
      "src/parts/lazy-chart.vue": "<template><i /></template>",
      "src/pages/Shop.vue": `<!-- <UserCard /> is not one -->
<template>
  <user-card v-if="isOpen" :title="price(12)" @click="open('it\\'s')">
    <LazyChart v-for="(item, index) in cart.items" :key="index" @gone="item.remove(); log({ a: 1 })" />
    <p :class="{ on: isOpen }">{{ label }} <a @click="close">x</a></p>
  </user-card>
</template>
<script setup lang="ts">
import UserCard from "../parts/UserCard.vue";
import { price } from "../format";
import { useCart } from "@/cart";
const LazyChart = defineAsyncComponent(() => import("../parts/lazy-chart.vue"));
const cart = useCart();
const isOpen = true;
const label = "a";
function open(text: string) { cart.add(text); }
function close() {}
const log = (what: object) => what;
</script>`,
      "src/main.ts":
        'import Shop from "./pages/Shop.vue";\nexport function start() { return new Shop(); }',
    },
    uses: [
      "src/pages/Shop.vue:Shop → src/parts/UserCard.vue:UserCard",
      "src/pages/Shop.vue:Shop → src/parts/lazy-chart.vue:LazyChart",
      "src/pages/Shop.vue:Shop → src/format.ts:price",
      "src/pages/Shop.vue:cart → src/cart.ts:useCart",
      "src/pages/Shop.vue:Shop → src/pages/Shop.vue:cart",
      "src/pages/Shop.vue:Shop → src/cart.ts:Item.remove",
      "src/pages/Shop.vue:Shop → src/pages/Shop.vue:open",
      "src/pages/Shop.vue:Shop → src/pages/Shop.vue:close",
      "src/pages/Shop.vue:Shop → src/pages/Shop.vue:log",
      "src/pages/Shop.vue:Shop → src/pages/Shop.vue:isOpen",
      "src/pages/Shop.vue:Shop → src/pages/Shop.vue:label",
      "src/pages/Shop.vue:open → src/cart.ts:Cart.add",
      "src/main.ts:start → src/pages/Shop.vue:Shop",
    ],
  },
  {
    language: "vue, with options",
    files: {
      "Row.vue": "<template><li /></template>",
      "api.js": "export function save() {}",
      "List.vue": `<script>
import Row from "./Row.vue";
import { save } from "./api";
export default {
  components: { ListRow: Row },
  methods: {
    save() { save(); this.done(); },
    done() {},
  },
};
</script>
<template><list-row @click="save" /></template>`,
    },
    uses: [
      "List.vue:List → Row.vue:Row",
      "List.vue:List.save → api.js:save",
      "List.vue:List.save → List.vue:List.done",
    ],
  },
  {
    language: "vue, with Nuxt's imports",
    files: {
      "package.json": "{}",
      "nuxt.config.ts":
        "export default defineNuxtConfig({ imports: { dirs: ['./composables/deep'] } });",
      "app/components/common/CommonTooltip.vue": "<template><i /></template>",
      "app/components/list/Lists.vue": "<template><i /></template>",
      "app/composables/users.ts": "export const useUser = () => 1;",
      "app/composables/deep/far.ts": "export const useFar = () => 1;",
      "app/pages/home.vue":
        "<template><CommonTooltip /><LazyListLists /></template>\n<script setup>\nuseUser();\nuseFar();\n</script>",
    },
    uses: [
      "app/pages/home.vue:home → app/components/common/CommonTooltip.vue:CommonTooltip",
      "app/pages/home.vue:home → app/components/list/Lists.vue:Lists",
      "app/pages/home.vue:home → app/composables/users.ts:useUser",
      "app/pages/home.vue:home → app/composables/deep/far.ts:useFar",
    ],
  },
  {
    language: "svelte",
    files: {
      "package.json": "{}",
      "src/lib/store.ts":
        "export const count = { subscribe() {} }; export function tidy(node: Element) {}",
      "src/lib/Row.svelte": "<li><slot /></li>",
      "src/lib/index.ts": 'export { default as Row } from "./Row.svelte";',
      "src/routes/+page.svelte": `<script lang="ts">
  import * as parts from "$lib/index.js";
  import { Row } from "$lib";
  import { count, tidy } from "$lib/store";
  let { items }: { items: string[] } = $props();
  function save(name: string) { return load(); }
  const load = () => ({ a: "}" });
</script>

{#if $count > 1}<parts.Row />{/if}
{#each items as name, index (name)}
  <Row use:tidy onclick={() => save(name)} title="{load()} {index}" />
{:else}
  {@render empty("none")}
{/each}
{#snippet empty(text)}<p>{text}{shown(text)}</p>{/snippet}
<script module>
  export function shown(text) { return text; }
</script>`,
    },
    uses: [
      "src/routes/+page.svelte:+page → src/lib/Row.svelte:Row",
      "src/routes/+page.svelte:+page → src/lib/store.ts:count",
      "src/routes/+page.svelte:+page → src/lib/store.ts:tidy",
      "src/routes/+page.svelte:+page → src/routes/+page.svelte:save",
      "src/routes/+page.svelte:+page → src/routes/+page.svelte:load",
      "src/routes/+page.svelte:+page → src/routes/+page.svelte:empty",
      "src/routes/+page.svelte:empty → src/routes/+page.svelte:shown",
      "src/routes/+page.svelte:save → src/routes/+page.svelte:load",
    ],
  },
  {
    language: "astro",
    files: {
      "src/Card.astro": "<b><slot /></b>",
      "src/list.ts":
        "export const posts = () => [1]; export function track() {} export function when(n: number) {}",
      "src/index.astro": `---
import Card from "./Card.astro";
import { posts, when } from "./list";
const all = posts();
---
<!doctype html>
<html><body>
  <p>it's {all.length}</p>
  {all.map((one) => (
    <li class={\`a \${when(one)}\`}>don't {one > 1 && <Card {...one}>{when(one)}</Card>}<br></li>
  ))}
  <script>
    import { track } from "./list";
    track();
  </script>
</body></html>`,
    },
    uses: [
      "src/index.astro:index → src/Card.astro:Card",
      "src/index.astro:all → src/list.ts:posts",
      "src/index.astro:index → src/list.ts:when",
      "src/index.astro:index → src/list.ts:track",
      "src/index.astro:index → src/index.astro:all",
    ],
  },
];
