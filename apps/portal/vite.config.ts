import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { brotliFiles } from "./build/brotli-files.ts";
import { earlyScript } from "./build/early-script.ts";
import { firstScreens } from "./build/first-screens.ts";

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  plugins: [react(), earlyScript(), firstScreens(), brotliFiles()],
});
