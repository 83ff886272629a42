import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { brotliFiles } from "./build/brotli-files.ts";
import { buyingPage } from "./build/buying-page.ts";
import { css } from "./build/class-names.ts";
import { earlyScript } from "./build/early-script.ts";
import { firstScreens } from "./build/first-screens.ts";
import { pathsByUse } from "./build/paths-by-use.ts";
import { portalParts } from "./build/portal-parts.ts";
import { pseudoLanguage } from "./build/pseudo-language.ts";
import { wordsByUse } from "./build/words-by-use.ts";

/** Returns whether the file is on every page that runs the other one. */
function isLoadedBefore(file: string, host: string): boolean {
  const before = ["rolldown-runtime", "react", "start"];
  if (/\/(account|lower)-[^/]*$/.test(host)) before.push("account");
  if (/\/lower-[^/]*$/.test(host)) before.push("lower");
  return before.some((name) => file.startsWith(`assets/${name}-`));
}

export default defineConfig({
  root: import.meta.dirname,
  css,
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    // Every supported browser has module preload.
    modulePreload: {
      polyfill: false,
      // A screen or dialog names the files that load with it, except for those that every page has already.
      resolveDependencies: (_, files, { hostId }) => files.filter((file) => !isLoadedBefore(file, hostId)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files, each requested immediately: React and the sign-in page for all visitors, the account page's
        // first view and its lower sections for signed-in people.
        codeSplitting: {
          groups: [
            // React changes less often than the portal, so a returning visitor already has it after a release.
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 4 },
            {
              name: "start",
              // With what two of the others need, and the account page's few styles: a request of their own would cost more.
              // The styles of a dialog come with the dialog.
              test: new RegExp(
                "apps/portal/src/(main\\.tsx|account/(?!.*(-dialog|/tax-ids-fields)\\.module).*\\.module\\.css|shared/(requests/api\\.ts|failures/failure-(code|sentence)|screens/(failure-notice|panel|part)|forms/use-submit|passkeys/passkeys-here|words/en/(plural|number)))" +
                  "|packages/ui/src/((table|menu|tag|field)\\.module\\.css|fault-focus)",
              ),
              priority: 3,
            },
            {
              name: "account",
              test: /apps\/portal\/src\/app\/signed-in\.tsx/,
              priority: 2,
            },
            {
              // Words that several dialogs and pages show; all others load together with the one that shows them.
              name: "words",
              test: /words\/en\/(?!passkeys\.)[\w-]+\.ts\?word=/,
              minShareCount: 2,
              priority: 0,
            },
            {
              // One file has the common parts of dialogs, and one has the rules for typed text that several pages need.
              name: "dialogs",
              test: /packages\/ui\/src\/([\w]+-)?dialog\.|shared\/(proof\/|passkeys\/passkey-proof)/,
              priority: 0,
            },
            {
              name: "rules",
              test: /packages\/domain\/src\/(account-name|addresses|invisible|invitations|quantity)|shared\/forms\/(invitation-expired|unusual-address)/,
              minShareCount: 2,
              priority: 0,
            },
            {
              name: "sign-in",
              test: /apps\/portal\/src\/sign-in\/sign-in-screen\.tsx/,
              priority: 1,
            },
            {
              name: "lower",
              test: /apps\/portal\/src\/account\/lower-sections\.tsx/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  plugins: [
    wordsByUse(),
    pathsByUse(),
    pseudoLanguage(),
    react(),
    portalParts(),
    earlyScript(),
    buyingPage(),
    firstScreens(),
    brotliFiles(),
  ],
});
