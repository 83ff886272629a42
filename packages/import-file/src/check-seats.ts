import { addressKey } from "@foyer/domain/addresses";
import type { Fault } from "./faults.ts";
import type { LineOf } from "./lines.ts";
import { addressKeyOf, licenseOf, missingAccount, missingLicense, type Picture } from "./picture.ts";

/** Returns faults of new seats: they must fit their license, and no person has two seats of one license. */
export function checkSeats(picture: Picture): Fault[] {
  const used = new Map<string, number>();
  const seated = new Map<string, string>();
  const references = new Map<string, string>();
  return picture.fresh.seat.flatMap((line) => [
    ...missingLicense(picture, line.line, "license", line.fields.license),
    ...missingAccount(picture, line.line, "username", line.fields.username),
    ...checkRoom(line, picture, used),
    ...checkTwice(line, picture, seated),
    ...checkReference(line, picture, references),
  ]);
}

function checkRoom({ line, fields }: LineOf<"seat">, picture: Picture, used: Map<string, number>): Fault[] {
  const license = licenseOf(picture, fields.license);
  if (license === null) return [];
  const count = (used.get(fields.license) ?? license.used_seats) + 1;
  used.set(fields.license, count);
  if (count <= license.total_seats) return [];
  const message = `"${fields.license}" has ${license.total_seats} seats and this is number ${count}; remove a seat or raise total_seats`;
  return [{ line, field: "license", message }];
}

/** A held seat counts for its account and the account's address, an invitation only for its address. */
function checkTwice(seat: LineOf<"seat">, picture: Picture, seated: Map<string, string>): Fault[] {
  const { line, key: id, fields } = seat;
  const address = fields.username === null ? addressKey(fields.email ?? "") : addressKeyOf(picture, fields.username);
  const marks = [fields.username, address].flatMap((who) => (who ? [`${fields.license} ${who}`] : []));
  const other = marks.map((mark) => seated.get(mark)).find((found) => found !== undefined);
  const isKnown = marks.some((mark) => picture.known.seated.has(mark));
  for (const mark of marks) if (!seated.has(mark)) seated.set(mark, id);
  if (other === undefined && !isKnown) return [];
  const field = fields.username === null ? "email" : "username";
  const where = other === undefined ? "in the database" : `by seat "${other}"`;
  const message = `"${fields.username ?? fields.email}" is on license "${fields.license}" already, ${where}; nobody has two seats of one license`;
  return [{ line, field, message }];
}

function checkReference(
  { line, key: id, fields }: LineOf<"seat">,
  picture: Picture,
  taken: Map<string, string>,
): Fault[] {
  const { reference } = fields;
  if (reference === null) return [];
  const other = taken.get(reference);
  if (other === undefined && !picture.known.references.has(reference)) {
    taken.set(reference, id);
    return [];
  }
  const where = other === undefined ? "an invitation in the database" : `seat "${other}"`;
  return [{ line, field: "reference", message: `"${reference}" is the reference of ${where}; it must be its own` }];
}
