/** Who may import whom. Each rule has a planted violation in `e2e/architecture.test.ts`. */
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

/** Folders of the purchase service, the lowest first; those of a line may know each other. `changes` alone is its own files. */
const purchaseOrder = [
  ["stripe"],
  ["db"],
  ["accounts"],
  ["subscriptions", "sales"],
  ["references", "billing-contacts"],
  ["catalog", "notices", "payment-methods", "returns"],
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
];
const inPurchase = (folder) => `^apps/purchase/src/${folder}/${folder === "changes" ? "[^/]+$" : ""}`;

/** Tests and what is written for them, which may reach further than what ships. */
const TEST = "\\.(test|spec)\\.tsx?$|/src/.*\\btesting/|^apps/payment-sandbox/conformance/";

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
    ...purchaseOrder.slice(0, -1).map((folders, at) => ({
      name: `purchase-order-${folders[0].replace("/", "-")}`,
      comment: `Below ${purchaseOrder[at + 1][0]}: let what is above hand in what is needed here, or move it down.`,
      severity: "error",
      from: { path: folders.map(inPurchase), pathNot: TEST },
      to: {
        path: [
          ...purchaseOrder
            .slice(at + 1)
            .flat()
            .map(inPurchase),
          "^apps/purchase/src/app\\.ts$",
        ],
      },
    })),
    {
      name: "purchase-order-is-whole",
      comment: "Say in the order of the purchase service's folders where this one stands.",
      severity: "error",
      from: {
        path: "^apps/purchase/src/[^/]+/",
        pathNot: [...purchaseOrder.flat().map(inPurchase), TEST],
      },
      to: {},
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
