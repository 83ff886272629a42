/** The import rules. Each rule has a planted violation in `e2e/architecture.test.ts`. */
const own = {
  foyer: [
    "accounts",
    "purchase",
    "payment-sandbox",
    "service-kit",
    "import-file",
    "contract",
    "domain",
    "api-client",
    "mail",
  ],
  portal: ["api-client", "contract", "domain", "ui"],
  accounts: ["service-kit", "import-file", "api-client", "mail", "contract", "domain"],
  purchase: ["service-kit", "import-file", "api-client", "mail", "paper", "contract", "domain"],
  "payment-sandbox": ["paper"],
  domain: [],
  contract: ["domain"],
  "api-client": ["contract", "domain"],
  "service-kit": ["contract", "domain"],
  "import-file": ["contract", "domain"],
  mail: ["domain"],
  paper: ["service-kit", "domain"],
  ui: [],
  "license-client": [],
  testing: ["service-kit", "contract", "domain"],
};
const apps = ["foyer", "portal", "accounts", "purchase", "payment-sandbox"];
const folder = (name) => (apps.includes(name) ? `apps/${name}` : `packages/${name}`);

/**
 * Folders of the two services and of the portal's `shared/`, the lowest layer first. A folder imports only from layers below its
 * own, and not from its neighbors. `changes` and `compatibility` alone are their own files. Files directly in a service's `src` have no layer; those named
 * below stand above all of them.
 */
export const layers = {
  accounts: [
    ["db", "secrets"],
    ["license-events", "security-events"],
    // The database statements that several folders need.
    ["stores"],
    ["grants", "mail", "passwords"],
    ["activations", "browsers", "sessions", "staff-acts"],
    ["account-events", "seats", "second-factor"],
    ["apps", "licenses", "password-reset", "people", "sync-data", "trials", "upgrades"],
    ["access-restore", "buying", "closing", "license-keys", "managers", "not-me"],
    ["passkeys", "sign-in", "subscriptions"],
    ["data-export", "erasure", "import"],
    ["staff"],
    ["compatibility"],
    // Each is a dialect, which compatibility/load-dialects.ts loads by its name.
    ["compatibility/keygen", "compatibility/lemon-squeezy"],
  ],
  purchase: [
    ["stripe"],
    ["db"],
    ["accounts"],
    ["subscriptions", "sales"],
    ["references", "billing-contacts", "statements"],
    ["catalogue", "notices", "payment-methods", "returns"],
    ["changes/rules"],
    ["changes/quotes"],
    ["changes/operations"],
    ["changes"],
    ["customers", "invoices", "coupons"],
    ["papers"],
    ["checkout"],
    ["paper-quotes"],
    ["data-export", "erasure", "import", "webhooks"],
    ["reconcile"],
    ["staff"],
    ["desk"],
  ],
  portal: [
    ["words"],
    ["served", "settings", "storage"],
    ["failures"],
    ["session"],
    ["requests"],
    ["screens"],
    ["forms"],
    ["passkeys"],
    ["devices", "password-strength", "proof"],
    ["money"],
    ["billing", "papers"],
    ["subscription"],
  ],
};
const home = (app) => (app === "portal" ? "apps/portal/src/shared" : `apps/${app}/src`);
const ownFiles = (folder) => (["changes", "compatibility"].includes(folder) ? "[^/]+$" : "");
/** The paths of these folders, with the folder's name as the first group. */
const inFolders = (app, folders) => `^${home(app)}/(${folders.join("|")})/${folders.map(ownFiles).join("")}`;

/** Tests and what is written for them, which may reach further than what ships. */
const TEST = "\\.(test|spec)\\.tsx?$|/src/.*\\btesting/|^apps/payment-sandbox/conformance/";

/** Forbids a layer to import the layers above it, its neighbors, and the files that join the folders. */
function layerRule(app, order, folders, at) {
  const above = order.slice(at + 1).map((others) => inFolders(app, others));
  return {
    name: `${app}-layer-${folders[0].replace("/", "-")}`,
    comment: "Let what is above hand in what is needed here, or move it down.",
    severity: "error",
    from: { path: inFolders(app, folders), pathNot: TEST },
    to: {
      path: [...above, inFolders(app, folders), `^apps/${app}/src/(app|jobs|after-restore)\\.ts$`],
      // A folder alone in its layer may be its own files only.
      pathNot: folders.length === 1 ? inFolders(app, folders) : `^${home(app)}/$1/`,
    },
  };
}

export default {
  forbidden: [
    ...Object.entries(own).map(([name, allowed]) => ({
      name: `${name}-imports`,
      comment: `${name} may import ${allowed.join(", ") || "nothing of ours"}: move what it needs there.`,
      severity: "error",
      from: { path: `^${folder(name)}/`, pathNot: TEST },
      to: {
        path: "^(apps|packages|brand|e2e|bench|scripts)/",
        pathNot: [name, ...allowed].map((other) => `^${folder(other)}/`),
      },
    })),
    ...Object.entries(layers)
      .flatMap(([app, order]) => order.map((folders, at) => layerRule(app, order, folders, at)))
      // Only features stand above the highest folder of the portal's shared/, and another rule covers them.
      .filter(({ name }) => name !== "portal-layer-subscription"),
    ...Object.entries(layers).map(([app, order]) => ({
      name: `${app}-layers-are-whole`,
      comment: `Give this folder of ${app} a layer.`,
      severity: "error",
      from: {
        path: `^${home(app)}/${app === "portal" ? "" : "[^/]+/"}`,
        pathNot: [...order.map((folders) => inFolders(app, folders)), TEST],
      },
      to: {},
    })),
    {
      name: "one-file-changes-seats",
      comment: "Call seats/seat-changes.ts: it records what follows from a seat that is left or taken.",
      severity: "error",
      from: { path: "^apps/accounts/src/", pathNot: `${TEST}|^apps/accounts/src/seats/seat-changes\\.ts$` },
      to: { path: "^apps/accounts/src/seats/seat-change-store\\.ts$" },
    },
    {
      name: "dialects-are-loaded-by-name",
      comment: "The brand's `compatibility` names the dialects to load; nothing else depends on one.",
      severity: "error",
      // The layers say the same for the folders of the accounts service.
      from: { path: "^(apps|packages)/", pathNot: ["^apps/accounts/src/[^/]+/", TEST] },
      to: { path: "^apps/accounts/src/compatibility/[^/]+/" },
    },
    {
      name: "brand-imports",
      comment:
        "The brand is data: it may name the contract's types and nothing else. What makes data is named make-….ts.",
      severity: "error",
      from: { path: "^brand/", pathNot: `${TEST}|^brand/make-[^/]+\\.ts$` },
      to: { pathNot: "^(brand|packages/contract)/" },
    },
    {
      name: "domain-is-pure",
      comment: "Rules take time, ids and data as arguments; input and output belong to the services.",
      severity: "error",
      from: { path: "^packages/domain/", pathNot: TEST },
      to: { pathNot: "^packages/domain/" },
    },
    {
      name: "import-file-is-pure",
      comment:
        "What a file says is judged by the file, the time and what is known: reading and writing belong to apps.",
      severity: "error",
      from: { path: "^packages/import-file/", pathNot: TEST },
      to: { pathNot: "^packages/(import-file|contract|domain)/|^node_modules/zod/" },
    },
    {
      name: "passwords-stay-at-the-service",
      comment:
        "The lists of passwords, words and names are large: the service reads them, the browser has a short one of its own.",
      severity: "error",
      from: { path: "^(apps/portal|packages/(ui|domain|api-client))/", pathNot: TEST },
      to: { path: "^node_modules/@zxcvbn-ts/language-" },
    },
    {
      name: "no-cycles",
      comment: "Split what both need into a third file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "not-unresolvable",
      comment: "What cannot be found is not checked either: mend the path, the package's exports or its dependencies.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "features-apart",
      comment: "Features of the portal meet in app/; what two of them need belongs to shared/.",
      severity: "error",
      from: { path: "^apps/portal/src/(?!app/|shared/)([^/]+)/" },
      to: { path: "^apps/portal/src/(?!shared/)([^/]+)/", pathNot: "^apps/portal/src/$1/" },
    },
    {
      name: "portal-shared-is-lowest",
      comment: "shared/ knows no feature.",
      severity: "error",
      from: { path: "^apps/portal/src/shared/", pathNot: TEST },
      to: { path: "^apps/portal/src/(?!shared/)" },
    },
    {
      name: "only-the-gateway-knows-stripe",
      comment: "Talk to the provider through apps/purchase/src/stripe/.",
      severity: "error",
      from: {
        path: "^(apps|packages)/",
        pathNot: [
          "^apps/purchase/src/stripe/",
          "^apps/payment-sandbox/.*\\.test\\.ts$",
          "^apps/payment-sandbox/src/testing/",
          "^apps/payment-sandbox/conformance/",
        ],
      },
      to: { path: "node_modules/stripe/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-tests-in-production",
      comment: "Production code must not need packages/testing, a testing folder or a test file.",
      severity: "error",
      from: { path: "^(apps|packages|brand)/", pathNot: `${TEST}|^packages/testing/` },
      to: { path: "^packages/testing/|/src/.*\\btesting/|\\.(test|spec)\\.tsx?$" },
    },
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/|\\.cache/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
