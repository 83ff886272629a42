import type { Fault } from "./faults.ts";
import type { LineOf } from "./lines.ts";
import { licenseOf, missingAccount, missingLicense, type Picture } from "./picture.ts";

/** Returns faults of new licenses: unknown owners and upgrades, and keys and ids that are already used. */
export function checkLicenses(picture: Picture): Fault[] {
  const keys = licensesByKey(picture);
  return picture.fresh.license.flatMap((line) => [
    ...line.fields.owners.flatMap((owner) => missingAccount(picture, line.line, "owners", owner)),
    ...line.fields.owners.filter((owner) => picture.strangers.has(owner)).map((owner) => otherPerson(line.line, owner)),
    ...missingLicense(picture, line.line, "upgrade_eligible_registration", line.fields.upgrade_eligible_registration),
    ...checkKey(line, keys),
    ...checkId(line, picture),
  ]);
}

function otherPerson(line: number, owner: string): Fault {
  const message = `the account "${owner}" exists with another address than its line here; name the person's account, or leave same_address out if it is hers`;
  return { line, field: "owners", message };
}

/** Returns the first license for each key. */
function licensesByKey(picture: Picture): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [id, { key }] of picture.known.licenses) if (key !== null) keys.set(key, id);
  for (const { key: id, fields } of picture.fresh.license) {
    if (fields.key !== null && !keys.has(fields.key)) keys.set(fields.key, id);
  }
  return keys;
}

function checkKey({ line, key: id, fields }: LineOf<"license">, keys: ReadonlyMap<string, string>): Fault[] {
  const other = fields.key === null ? id : keys.get(fields.key);
  if (other === id) return [];
  return [
    { line, field: "key", message: `"${fields.key}" is the key of license "${other}"; a key belongs to one license` },
  ];
}

function checkId({ line, key: id }: LineOf<"license">, { known, newUpgrades }: Picture): Fault[] {
  if (!newUpgrades.has(id) && !known.upgrades.has(id)) return [];
  const message = `"${id}" is the id of an upgrade, and of the license that it becomes; choose another`;
  return [{ line, field: "id", message }];
}

/** Returns faults of new legacy keys. A registered key must be the key of its license. */
export function checkLicenseKeys(picture: Picture): Fault[] {
  const keys = licensesByKey(picture);
  return picture.fresh.license_key.flatMap(({ line, key, fields }) => {
    const holder = keys.get(key);
    if (fields.license === null) {
      if (holder === undefined) return [];
      const message = `is missing; "${key}" is the key of license "${holder}" already, so it must name it`;
      return [{ line, field: "license", message }];
    }
    const missing = missingLicense(picture, line, "license", fields.license);
    const license = licenseOf(picture, fields.license);
    if (license === null || license.key === key) return missing;
    const message = `"${fields.license}" has ${license.key === null ? "no key" : `the key "${license.key}"`}; its key must be "${key}"`;
    return [{ line, field: "license", message }];
  });
}

/** Returns faults of new upgrades. */
export function checkUpgrades(picture: Picture): Fault[] {
  return picture.fresh.upgrade.flatMap(({ line, fields }) => {
    const faults = missingLicense(picture, line, "from_license", fields.from_license);
    const from = licenseOf(picture, fields.from_license);
    if (from !== null && fields.upgrades_available > from.total_seats) {
      const message = `${fields.upgrades_available} is more than the ${from.total_seats} seats of "${fields.from_license}"`;
      faults.push({ line, field: "upgrades_available", message: `${message}; at most that many can be upgraded` });
    }
    return faults;
  });
}
