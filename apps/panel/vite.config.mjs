/** Build configuration of the page. build-page.mjs compresses the result. */
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
    // For the entry, in kB before compression.
    chunkSizeWarningLimit: 900,
    // Names contain no hash: the server has one build, and no cache stores it.
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
    // Small assets are separate files too, because the page's content security policy allows no script or font in a data URL.
    assetsInlineLimit: 0,
  },
});
