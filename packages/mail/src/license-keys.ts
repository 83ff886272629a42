import { action, facts, type MailBrand, message, type Message, paragraph } from "./message.ts";

/** Tells somebody who asked for her keys what there is for her address. Keys are given masked: a mail is read by others too. */
export function licenseKeysMail(
  brand: MailBrand,
  data: {
    /** Null where the address has no account. */
    readonly username: string | null;
    /** Licenses of the account, and keys of that address that are not registered or `elsewhere`, in the account of another address. */
    readonly licenses: readonly {
      readonly description: string;
      /** The end of its key; null without a key. */
      readonly keyEnd: string | null;
      readonly place: "account" | "unregistered" | "elsewhere";
    }[];
    readonly portalLink: string;
  },
): Message {
  const { username, licenses, portalLink } = data;
  const subject = `Your ${brand.provider} licenses`;
  if (licenses.length === 0) {
    return message(brand, subject, [
      paragraph(`Somebody, perhaps you, asked which ${brand.provider} licenses belong to this address. We found none.`),
      paragraph("You may have bought with another address. Ask with that one, or write to our support."),
      action(`Open ${brand.accountsTitle}`, portalLink),
    ]);
  }
  return message(brand, subject, [
    paragraph("Somebody, perhaps you, asked which licenses belong to this address. These do:"),
    facts(
      ...licenses.map(
        ({ description, keyEnd, place }) =>
          [
            description,
            keyEnd === null ? "no key; sign in to use it" : `key ending in ${keyEnd}${places[place]}`,
          ] as const,
      ),
    ),
    paragraph(
      howToSee(
        username,
        licenses.some(({ place }) => place === "unregistered"),
      ),
    ),
    action(`Open ${brand.accountsTitle}`, portalLink),
    paragraph("If it was not you, you need not do anything."),
  ]);
}

const places = {
  account: "",
  unregistered: ", not registered yet",
  elsewhere: ", registered in the account of another address",
} as const;

function howToSee(username: string | null, isAnyUnregistered: boolean): string {
  if (username !== null) return `Sign in to see the whole keys of the account ${username}.`;
  return isAnyUnregistered
    ? "Sign up with this address to see the whole keys and to add them to your account."
    : "Sign in with your other address to see the whole keys.";
}
