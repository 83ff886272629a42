// What making a release does: bakes the portal's address and all of its public keys into the app.
// node build.mjs https://accounts.example.com [file]
import { writeFile } from "node:fs/promises";

const [address, file = new URL("built.json", import.meta.url)] = process.argv.slice(2);
if (!address) throw new Error("Name the portal: node build.mjs https://accounts.example.com");
const portal = address.replace(/\/+$/, "");
const answer = await fetch(`${portal}/api/1.1/license_signing_keys/`);
if (!answer.ok) throw new Error(`The portal answered ${answer.status}.`);
const { keys } = await answer.json();
await writeFile(file, `${JSON.stringify({ portal, keys: keys.map(({ hex }) => hex) }, null, 2)}\n`);
console.log(`Built for ${portal} with ${keys.length} ${keys.length === 1 ? "key" : "keys"}.`);
