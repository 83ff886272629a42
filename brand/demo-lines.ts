import type { DemoPerson } from "./demo-people.ts";
import { demoSignIns } from "./demo-sign-ins.ts";

/** One object of the import file. */
export type DemoLine = Readonly<Record<string, unknown>>;

const DOMAINS: Readonly<Record<string, string>> = {
  maya: "brightwell.example",
  sam: "brightwell.example",
  priya: "harbourline.example",
  theo: "studio-elm.example",
  frank: "fernhill.example",
};

/** An account of somebody with a name in the demo, her password among it where she can sign in. */
export function account(username: string, more: DemoLine = {}): DemoLine {
  const password = demoSignIns.find((one) => one.username === username)?.password;
  const email = `${username}@${DOMAINS[username] ?? "mail.example"}`;
  return { type: "account", username, email, ...(password === undefined ? {} : { password }), ...more };
}

/** A seat that somebody holds. */
export function held(
  license: string,
  number: number,
  person: { readonly username: string },
  more: DemoLine = {},
): DemoLine {
  return { type: "seat", id: seatId(license, number), license, username: person.username, ...more };
}

/** A seat that is offered. */
export function invited(license: string, number: number, person: DemoPerson, more: DemoLine = {}): DemoLine {
  return { type: "seat", id: seatId(license, number), license, email: person.email, ...more };
}

/** A device on which the holder of a seat uses the app. */
export function device(
  license: string,
  person: { readonly username: string },
  name: string,
  more: DemoLine = {},
): DemoLine {
  const id = `${license.replace("lic-", "device-")}-${person.username}-${name}`
    .replaceAll(/[^\w-]+/g, "-")
    .toLowerCase();
  return { type: "activation", id, license, username: person.username, fingerprint: id.padEnd(16, "-"), name, ...more };
}

function seatId(license: string, number: number): string {
  return `seat-${license.replace("lic-", "")}-${String(number).padStart(4, "0")}`;
}

/** An account that can only reset its password. */
export function colleague(person: DemoPerson, created: string): DemoLine {
  return { type: "account", username: person.username, email: person.email, created };
}
