import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, describe, expect, test } from "vitest";
import { titles } from "../apps/portal/src/shared/words/en/admin-events.ts";

const home = fileURLToPath(new URL("..", import.meta.url));

interface Rule {
  readonly name: string;
  readonly severity: string;
  readonly comment: string;
}

interface Cruiser {
  readonly default: { readonly forbidden: readonly Rule[] };
  /** The folders of each service and of the portal's `shared/`, the lowest layer first. */
  readonly layers: Readonly<Record<string, readonly (readonly string[])[]>>;
}

const address = new URL("../.dependency-cruiser.mjs", import.meta.url).href;
const { default: cruiser, layers }: Cruiser = await import(address);

/** The allowed imports, written a second time on purpose: a mistake in the rules must not weaken their test as well. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "apps/foyer": [
    "apps/accounts",
    "apps/purchase",
    "apps/payment-sandbox",
    "packages/service-kit",
    "packages/import-file",
    "packages/contract",
    "packages/domain",
    "packages/api-client",
    "packages/mail",
  ],
  "apps/portal": ["packages/api-client", "packages/contract", "packages/domain", "packages/ui"],
  "apps/accounts": [
    "packages/service-kit",
    "packages/import-file",
    "packages/api-client",
    "packages/mail",
    "packages/contract",
    "packages/domain",
  ],
  "apps/purchase": [
    "packages/service-kit",
    "packages/import-file",
    "packages/api-client",
    "packages/mail",
    "packages/paper",
    "packages/contract",
    "packages/domain",
  ],
  "apps/payment-sandbox": ["packages/paper"],
  "packages/domain": [],
  "packages/contract": ["packages/domain"],
  "packages/api-client": ["packages/contract", "packages/domain"],
  "packages/service-kit": ["packages/contract", "packages/domain"],
  "packages/import-file": ["packages/contract", "packages/domain"],
  "packages/mail": ["packages/domain"],
  "packages/paper": ["packages/service-kit", "packages/domain"],
  "packages/ui": [],
  "packages/license-client": [],
  "packages/testing": ["packages/service-kit", "packages/contract", "packages/domain"],
};
const folders = Object.keys(mayImport);
const nameOf = (folder: string): string => folder.slice(folder.indexOf("/") + 1);

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** Creates a project with our layout, these files and a `thing` in every package. */
function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "architecture-"));
  made.push(root);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("tsconfig.json", '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }');
  write("brand/vendor.ts", "export const vendor = 1;");
  for (const other of ["stripe", "zod", "@zxcvbn-ts/language-common"]) {
    write(`node_modules/${other}/package.json`, `{ "name": "${other}", "type": "module", "exports": "./index.js" }`);
    write(`node_modules/${other}/index.js`, "export const thing = 1;");
  }
  mkdirSync(join(root, "node_modules/@foyer"), { recursive: true });
  for (const folder of folders) {
    const name = `@foyer/${nameOf(folder)}`;
    write(`${folder}/package.json`, `{ "name": "${name}", "type": "module", "exports": { "./*": "./src/*.ts" } }`);
    write(`${folder}/src/thing.ts`, "export const thing = 1;");
    symlinkSync(join("../..", folder), join(root, "node_modules", name));
  }
  for (const [path, text] of Object.entries(files)) write(path, text);
  return root;
}

/** Runs what `npm run boundaries` runs. */
function boundaries(root: string): { failed: boolean; lines: readonly string[]; violations: readonly string[] } {
  const run = spawnSync(process.execPath, [join(home, "scripts/boundaries.mjs"), root], { encoding: "utf8" });
  const lines = `${run.stdout}${run.stderr}`.split("\n").filter((line) => line !== "" && !line.startsWith("    "));
  return { failed: run.status !== 0, lines, violations: lines.filter((line) => line.includes(" -> ")).toSorted() };
}

/** One planted violation: rule, file and its text, and the module that it wrongly imports. */
type Plant = readonly [rule: string, file: string, text: string, reached: string];

const zod = "node_modules/zod/index.js";
const stripe = "node_modules/stripe/index.js";
const inApp = (app: string, folder: string, file = "thing"): string =>
  `apps/${app}/src/${app === "portal" ? "shared/" : ""}${folder}/${file}.ts`;

/** Returns an import of the other folder's `thing`. */
function importing(app: string, from: string, to: string): string {
  const path = relative(dirname(inApp(app, from)), inApp(app, to));
  return `import { thing } from "${path.startsWith(".") ? path : `./${path}`}";`;
}

interface Pair {
  readonly app: string;
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly allowed: boolean;
}

/** Each two folders of a service. A folder may import only from lower layers. */
const pairs = Object.entries(layers).flatMap(([app, order]) =>
  order.flatMap((folders, at) =>
    folders.flatMap((from) =>
      order.flatMap((others, other) =>
        others
          .filter((to) => to !== from)
          .map((to): Pair => {
            const rule = `${app}-layer-${(folders[0] ?? "").replace("/", "-")}`;
            return { app, rule, from, to, allowed: other < at };
          }),
      ),
    ),
  ),
);
const fileOf = ({ app, from, to }: Pair): string => inApp(app, from, `imports-${to.replace("/", "-")}`);

const layerPlants = pairs
  .filter(({ allowed }) => !allowed)
  .map((pair): Plant => {
    const { app, rule, from, to } = pair;
    return [rule, fileOf(pair), importing(app, from, to), inApp(app, to)];
  });

/** Files that join the folders, so that no folder may import them. */
const tops = [
  ["accounts", "staff", "app"],
  ["accounts", "staff", "jobs"],
  ["accounts", "staff", "after-restore"],
  ["purchase", "desk", "app"],
] as const;

const plants: readonly Plant[] = [
  ...layerPlants,
  ...tops.map(([app, highest, top]): Plant => [
    `${app}-layer-${highest}`,
    inApp(app, highest, `reaches-${top}`),
    `import { thing } from "../${top}.ts";`,
    `apps/${app}/src/${top}.ts`,
  ]),
  ...Object.entries(layers).map(([app, [[lowest = ""] = []]]): Plant => [
    `${app}-layers-are-whole`,
    inApp(app, "gifts", "give"),
    importing(app, "gifts", lowest),
    inApp(app, lowest),
  ]),
  [
    "portal-layers-are-whole",
    "apps/portal/src/shared/beside.ts",
    'import { thing } from "./words/thing.ts";',
    inApp("portal", "words"),
  ],
  [
    "purchase-layers-are-whole",
    "apps/purchase/src/changes/gifts/give.ts",
    importing("purchase", "changes/gifts", "stripe"),
    inApp("purchase", "stripe"),
  ],
  [
    "one-file-changes-seats",
    "apps/accounts/src/staff/free.ts",
    'import { thing } from "../seats/seat-change-store.ts";',
    "apps/accounts/src/seats/seat-change-store.ts",
  ],
  [
    "dialects-are-loaded-by-name",
    "apps/accounts/src/joins.ts",
    'import { thing } from "./compatibility/keygen/thing.ts";',
    "apps/accounts/src/compatibility/keygen/thing.ts",
  ],
  ["brand-imports", "brand/reads.ts", 'import { thing } from "@foyer/domain/thing";', "packages/domain/src/thing.ts"],
  ["domain-is-pure", "packages/domain/src/reads.ts", 'import { readFileSync } from "node:fs";', "fs"],
  ["domain-is-pure", "packages/domain/src/parses.ts", 'import { thing } from "zod";', zod],
  ["import-file-is-pure", "packages/import-file/src/reads.ts", 'import { readFileSync } from "node:fs";', "fs"],
  [
    "passwords-stay-at-the-service",
    "apps/portal/src/shared/forms/weak.ts",
    'import { dictionary } from "@zxcvbn-ts/language-common";',
    "node_modules/@zxcvbn-ts/language-common/index.js",
  ],
  ["not-unresolvable", "apps/accounts/src/lost.ts", 'import { gone } from "./gone.ts";', "./gone.ts"],
  [
    "features-apart",
    "apps/portal/src/team/list.tsx",
    'import { card } from "../billing/card.tsx";',
    "apps/portal/src/billing/card.tsx",
  ],
  [
    "portal-shared-is-lowest",
    "apps/portal/src/shared/money/date.ts",
    'import type { Card } from "../../billing/card.tsx";',
    "apps/portal/src/billing/card.tsx",
  ],
  ["only-the-gateway-knows-stripe", "apps/purchase/src/pay.ts", 'import { thing } from "stripe";', stripe],
  ["only-the-gateway-knows-stripe", "apps/payment-sandbox/src/pay.ts", 'import { thing } from "stripe";', stripe],
  [
    "no-tests-in-production",
    "apps/accounts/src/seats.ts",
    'import { anAccount } from "./testing/an-account.ts";',
    "apps/accounts/src/testing/an-account.ts",
  ],
  [
    "no-tests-in-production",
    "packages/mail/src/sample.ts",
    'import { sample } from "./thing.test.ts";',
    "packages/mail/src/thing.test.ts",
  ],
];

/** Correct imports, which must not be reported. */
const rightful: Readonly<Record<string, string>> = {
  ...Object.fromEntries(pairs.map(({ app, to }) => [inApp(app, to), "export const thing = 1;"])),
  ...Object.fromEntries(
    pairs.filter(({ allowed }) => allowed).map((pair) => [fileOf(pair), importing(pair.app, pair.from, pair.to)]),
  ),
  ...Object.fromEntries(tops.map(([app, , top]) => [`apps/${app}/src/${top}.ts`, "export const thing = 1;"])),
  "apps/accounts/src/seats/seat-change-store.ts": "export const thing = 1;",
  "apps/accounts/src/seats/seat-changes.ts": 'import { thing } from "./seat-change-store.ts";',
  "apps/accounts/src/passwords.ts": 'import { dictionary } from "@zxcvbn-ts/language-common";',
  "apps/portal/src/billing/card.tsx": 'import { thing } from "../shared/money/thing.ts";\nexport const card = thing;',
  "apps/portal/src/app/router.tsx":
    'import { card } from "../billing/card.tsx";\nimport { list } from "../team/list.tsx";',
  "apps/purchase/src/stripe/gateway.ts": 'import { thing } from "stripe";',
  "apps/purchase/src/shape.ts": 'import type { Stripe } from "stripe";',
  "apps/payment-sandbox/conformance/all.test.ts": 'import { thing } from "stripe";',
  "apps/accounts/src/testing/an-account.ts": 'import { thing } from "@foyer/testing/thing";',
  "apps/accounts/src/seats.test.ts":
    'import { anAccount } from "./testing/an-account.ts";\nimport { thing } from "zod";',
  "packages/import-file/src/lines.ts": 'import { thing } from "zod";',
  "packages/mail/src/thing.test.ts": 'import { thing } from "@foyer/testing/thing";',
  "packages/domain/src/thing.test.ts": 'import { thing } from "zod";',
  "brand/make-data.ts": 'import { writeFileSync } from "node:fs";',
  "brand/other.ts": 'import type { Brand } from "@foyer/contract/thing";\nimport { vendor } from "./vendor.ts";',
};

describe("the boundaries", () => {
  test("every planted violation is reported with its rule, and no correct import is", () => {
    const root = project({ ...rightful, ...Object.fromEntries(plants.map(([, file, text]) => [file, text])) });
    const { failed, violations } = boundaries(root);
    expect(violations).toEqual(plants.map(([rule, file, , reached]) => `${rule}: ${file} -> ${reached}`).toSorted());
    expect(failed).toBe(true);
  });

  test("each package may import exactly what the table allows, types too, by the package's name or a relative path", () => {
    const pairs = folders.flatMap((from) => folders.filter((to) => to !== from).map((to) => [from, to] as const));
    const file = (from: string, to: string, how: string): string => `${from}/src/${how}-${nameOf(to)}.ts`;
    const root = project(
      Object.fromEntries(
        pairs.flatMap(([from, to]) => [
          [file(from, to, "named"), `import { thing } from "@foyer/${nameOf(to)}/thing";`],
          [file(from, to, "typed"), `import type { thing } from "@foyer/${nameOf(to)}/thing";`],
          [file(from, to, "around"), `export * from "../../../${to}/src/thing.ts";`],
        ]),
      ),
    );
    const wanted = pairs.flatMap(([from, to]) =>
      mayImport[from]?.includes(to) === true
        ? []
        : ["named", "typed", "around"].map(
            (how) => `${nameOf(from)}-imports: ${file(from, to, how)} -> ${to}/src/thing.ts`,
          ),
    );
    const { violations } = boundaries(root);
    expect(violations.filter((line) => /^\S+-imports: /.test(line))).toEqual(wanted.toSorted());
  });

  test("a cycle is reported", () => {
    const { violations } = boundaries(
      project({
        "packages/domain/src/one.ts": 'import { two } from "./two.ts";\nexport const one = two;',
        "packages/domain/src/two.ts": 'import { one } from "./one.ts";\nexport const two = one;',
      }),
    );
    expect(violations).toContain("no-cycles: packages/domain/src/one.ts -> packages/domain/src/two.ts");
  });

  test("SQL outside of stores is reported, by its line", () => {
    const query = 'export const found = (db: any) =>\n  db.selectFrom("quotes").selectAll();';
    const tagged = "export const found = (sql: any, id: string) => sql<Row>`select ${id}`;";
    const typed = "export const found = (sql: any) =>\n  sql<{\n    readonly id: string;\n  }>`select id from seats`;";
    const plain = 'export const found = (pool: any) =>\n  pool.query<{ id: string }>("select id from mails");';
    const ends = 'export const over = (client: any) => client.query("commit");';
    const { failed, violations } = boundaries(
      project({
        "apps/purchase/src/changes/begin.ts": query,
        "apps/purchase/src/staff/search.ts": tagged,
        "apps/purchase/src/staff/joined.ts": "export const joined = (sql: any) => sql.join([]);",
        "apps/purchase/src/changes/quote-store.ts": query,
        "apps/purchase/src/changes/begin.test.ts": query,
        "apps/purchase/src/testing/world.ts": query,
        "apps/purchase/src/db/rows.ts": query,
        "apps/accounts/src/seats/invite.ts": query,
        "apps/accounts/src/seats/read.ts": typed,
        "apps/accounts/src/seats/seat-store.ts": typed,
        "apps/accounts/src/seats/store.ts": tagged,
        "apps/foyer/src/import/write.ts": query,
        "apps/foyer/src/sandbox/mails.ts": plain,
        "apps/foyer/src/sandbox/mail-store.ts": plain,
        "apps/foyer/src/sandbox/ends.ts": ends,
        "apps/foyer/src/backup/tables.ts": plain,
        "packages/service-kit/src/rate-limit.ts": tagged,
        "packages/service-kit/src/rate-limit-store.ts": tagged,
        "packages/service-kit/src/jobs.ts": plain,
        "packages/service-kit/src/roles.ts": plain,
        "packages/mail/src/send.ts": plain,
        "packages/testing/src/invariants.ts": plain,
        "apps/payment-sandbox/src/objects.ts": plain,
        "packages/mail/src/thing.test.ts": query,
      }),
    );
    expect(violations).toEqual([
      "sql-in-stores: apps/accounts/src/seats/invite.ts -> line 2",
      "sql-in-stores: apps/accounts/src/seats/read.ts -> line 2",
      "sql-in-stores: apps/accounts/src/seats/store.ts -> line 1",
      "sql-in-stores: apps/foyer/src/import/write.ts -> line 2",
      "sql-in-stores: apps/foyer/src/sandbox/mails.ts -> line 2",
      "sql-in-stores: apps/purchase/src/changes/begin.ts -> line 2",
      "sql-in-stores: apps/purchase/src/staff/joined.ts -> line 1",
      "sql-in-stores: apps/purchase/src/staff/search.ts -> line 1",
      "sql-in-stores: packages/mail/src/send.ts -> line 2",
      "sql-in-stores: packages/service-kit/src/jobs.ts -> line 2",
      "sql-in-stores: packages/service-kit/src/rate-limit.ts -> line 1",
    ]);
    expect(failed).toBe(true);
  });

  test("every rule has a planted violation", () => {
    const planted = [
      ...plants.map(([rule]) => rule),
      ...folders.map((folder) => `${nameOf(folder)}-imports`),
      "no-cycles",
    ];
    expect(cruiser.forbidden.map((rule) => rule.name).toSorted()).toEqual([...new Set(planted)].toSorted());
    expect(cruiser.forbidden.every((rule) => rule.severity === "error" && rule.comment !== "")).toBe(true);
  });
});

describe("a silent pass", () => {
  test("a project without sources is a failure", () => {
    const root = mkdtempSync(join(tmpdir(), "architecture-"));
    made.push(root);
    for (const folder of ["apps/foyer", "packages/domain"]) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, "tsconfig.json"), "{}");
    const { failed, lines } = boundaries(root);
    expect(failed).toBe(true);
    expect(lines).toContain("nothing was looked at: 0 modules");
  });

  test("a folder with sources that were not read is named", () => {
    const root = project({
      "packages/new/dist/kept.ts": "",
      "packages/newer/.cache/made.ts": "export const made = 1;",
    });
    const { failed, lines } = boundaries(root);
    expect(lines).toContain("not looked at: packages/newer");
    expect(lines).not.toContain("not looked at: packages/new");
    expect(failed).toBe(true);
  });

  test("this project has no violation, and every folder of it was read", () => {
    const { failed, lines } = boundaries(home);
    expect(lines.join("\n")).toMatch(/^0 violations, [1-9]\d+ modules, [1-9]\d+ dependencies$/);
    expect(failed).toBe(false);
  });
});

/** Returns the files in a bundle for the browser, including dynamic imports, without types. */
async function bundled(contents: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: home, loader: "ts" },
    absWorkingDir: home,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    splitting: true,
    outdir: "unused",
    jsx: "automatic",
    loader: { ".svg": "dataurl" },
    logLevel: "silent",
  });
  return Object.keys(metafile.inputs);
}

describe("what reaches the browser", () => {
  const unwanted =
    /^node_modules\/(zod|stripe|kysely|pg)\/|^node_modules\/@zxcvbn-ts\/language-|^apps\/(?!portal\/)|^packages\/(service-kit|mail)\//;

  test("R-02 contains neither the lists of passwords and words nor the schemas of the services", async () => {
    const files = await bundled('import "./apps/portal/src/main.tsx";');
    expect(files).toContain("apps/portal/src/app/app.tsx");
    expect(files).toContain("packages/domain/src/licenses.ts");
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  });

  test("R-02 the check detects both", async () => {
    const files = await bundled('export * from "@foyer/contract/seats";\nexport * from "@zxcvbn-ts/language-common";');
    expect(files.some((file) => file.startsWith("node_modules/@zxcvbn-ts/language-common/"))).toBe(true);
    expect(files.some((file) => file.startsWith("node_modules/zod/"))).toBe(true);
    expect(files.filter((file) => unwanted.test(file)).length).toBeGreaterThan(1);
  });
});

test("LOOK-23 each act that the services record has a title in the staff's timelines", () => {
  const acts = ["accounts", "purchase"].flatMap((app) => {
    const folder = join(home, "apps", app, "src");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    return sources.flatMap((file) => recordedActs(readFileSync(join(folder, file), "utf8")));
  });
  expect(acts.length).toBeGreaterThan(40);
  expect([...new Set(acts)].filter((act) => titles[act] === undefined)).toEqual([]);
});

/** Returns the names of the acts that a source records: `act: "seats.removed"`. */
function recordedActs(source: string): string[] {
  const places = source.match(/(?:\bact(?::| =)|\brepair\(deps, staff,)[^;\n]*/g) ?? [];
  return places.flatMap((place) => [...place.matchAll(/"([a-z_]+\.[a-z_]+)"/g)].map(([, act = ""]) => act));
}
