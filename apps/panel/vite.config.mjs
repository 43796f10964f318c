/** How the page is built: one entry, views that need heavy libraries apart. tools/build.mjs compresses the result. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ["source", "browser", "module", "import", "default"] },
  build: {
    target: "es2023",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    // Of the entry, before compression: 160 kB of it travel.
    chunkSizeWarningLimit: 900,
    // No hash in a name: the server has one build, and no cache stores it.
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
    // A file of its own even where it is small: the policy of the page allows no script or font in a data address.
    assetsInlineLimit: 0,
  },
});
