import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { brotliFiles } from "./build/brotli-files.ts";
import { css } from "./build/class-names.ts";
import { earlyScript } from "./build/early-script.ts";
import { firstScreens } from "./build/first-screens.ts";
import { portalParts } from "./build/portal-parts.ts";

export default defineConfig({
  root: import.meta.dirname,
  css,
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    // Every browser that the portal is built for knows them.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files, each asked for at once: React and the sign-in page for everybody, the account page's first view and its
        // lower sections for who is signed in.
        codeSplitting: {
          groups: [
            // It changes less often than the portal does: who comes back after a new release has it already.
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            {
              name: "start",
              // With what two of the others need, and the account page's few styles: a request of their own would cost more.
              test: new RegExp(
                "apps/portal/src/(main\\.tsx|account/.*\\.module\\.css|shared/(failure-(code|notice|sentence)|use-submit|use-reveal|panel))" +
                  "|packages/ui/src/(table|dialog|menu|tag|meter)\\.module\\.css|packages/domain/src/account-name",
              ),
              priority: 3,
            },
            {
              name: "account",
              test: /apps\/portal\/src\/app\/signed-in\.tsx/,
              priority: 2,
            },
            {
              name: "lower",
              // With the dialog that those sections have not, but every dialog that comes later.
              test: /apps\/portal\/src\/account\/lower-sections\.tsx|packages\/ui\/src\/done-dialog\.tsx/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  plugins: [react(), portalParts(), earlyScript(), firstScreens(), brotliFiles()],
});
