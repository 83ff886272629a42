// Prints Foyer's components as a CycloneDX document: `npm run -s sbom > sbom.json`; `-- --production` omits packages
// that only build and check.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
const isProduction = process.argv.includes("--production");

/** `node_modules/a/node_modules/@b/c` is the package `@b/c`. */
const nameOf = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

function hashesOf(integrity) {
  return (integrity ?? "")
    .split(" ")
    .filter((one) => one.startsWith("sha512-"))
    .map((one) => ({ alg: "SHA-512", content: Buffer.from(one.slice(7), "base64").toString("hex") }));
}

const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

const lock = read("package-lock.json");
const components = new Map();
for (const [place, { version, license, integrity, dev, link }] of Object.entries(lock.packages)) {
  if (!place.includes("node_modules/") || link || version === undefined || (isProduction && dev)) continue;
  const name = nameOf(place);
  const purl = purlOf(name, version);
  components.set(purl, {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(license
      ? { licenses: [/ (AND|OR) /.test(license) ? { expression: license } : { license: { id: license } }] }
      : {}),
    hashes: hashesOf(integrity),
  });
}

const { name, version } = read("package.json");
const sorted = [...components.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
// The serial number is a hash of the content, so the same lockfile gives the same document.
const hex = createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
const serial = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)];
const document = {
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  serialNumber: `urn:uuid:${serial.join("-")}`,
  version: 1,
  metadata: { component: { type: "application", "bom-ref": `${name}@${version}`, name, version } },
  components: sorted,
};
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
