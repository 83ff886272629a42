import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { brotliFiles } from "./build/brotli-files.ts";
import { buyingPage } from "./build/buying-page.ts";
import { css } from "./build/class-names.ts";
import { earlyScript } from "./build/early-script.ts";
import { firstScreens } from "./build/first-screens.ts";
import { portalParts } from "./build/portal-parts.ts";
import { pseudoLanguage } from "./build/pseudo-language.ts";

export default defineConfig({
  root: import.meta.dirname,
  css,
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    // Every supported browser has module preload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files, each requested immediately: React and the sign-in page for all visitors, the account page's
        // first view and its lower sections for signed-in people.
        codeSplitting: {
          groups: [
            // React changes less often than the portal, so a returning visitor already has it after a release.
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            {
              name: "start",
              // With what two of the others need, and the account page's few styles: a request of their own would cost more.
              // The styles of a dialog come with the dialog.
              test: new RegExp(
                "apps/portal/src/(main\\.tsx|account/(?!.*(-dialog|/tax-ids-fields)\\.module).*\\.module\\.css|shared/(failure-(code|notice|sentence)|use-submit|use-reveal|panel))" +
                  "|packages/ui/src/(table|(form-)?dialog|menu|tag|meter)\\.module\\.css|packages/domain/src/account-name",
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
              // Together with the dialog that these sections do not need, but every later dialog does.
              test: /apps\/portal\/src\/account\/lower-sections\.tsx|packages\/ui\/src\/done-dialog\.tsx/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  plugins: [pseudoLanguage(), react(), portalParts(), earlyScript(), buyingPage(), firstScreens(), brotliFiles()],
});
