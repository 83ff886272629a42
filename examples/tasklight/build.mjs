// Makes a release: builds the portal's address and all of its public keys into the app, and bundles the license client.
// node build.mjs https://accounts.example.com [file]
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [address, file = fileURLToPath(new URL("built.json", import.meta.url))] = process.argv.slice(2);

/** Returns the answer of the portal. @throws Error with a sentence for the developer. */
async function read(path) {
  const answer = await fetch(new URL(path, address)).catch((error) => {
    throw new Error(`No portal answers at ${address}. Start it first.`, { cause: error });
  });
  if (!answer.ok) throw new Error(`The portal answered ${answer.status} for ${path}.`);
  return answer.json();
}

try {
  if (!URL.canParse(address)) throw new Error("Name the portal: node build.mjs https://accounts.example.com");
  // A portal can answer at several addresses. Sign-in needs the one by which it names itself.
  const { issuer: portal } = await read("/.well-known/openid-configuration");
  const { keys } = await read("/api/1.1/license_signing_keys/");
  await build({
    entryPoints: [fileURLToPath(new URL("../../packages/license-client/src/license-client.ts", import.meta.url))],
    outfile: file.replace(/(\.json)?$/, ".license-client.mjs"),
    bundle: true,
    format: "esm",
    logLevel: "warning",
  });
  await writeFile(file, `${JSON.stringify({ portal, keys: keys.map(({ hex }) => hex) }, null, 2)}\n`);
  console.log(`Built for ${portal} with ${keys.length} ${keys.length === 1 ? "key" : "keys"}.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
