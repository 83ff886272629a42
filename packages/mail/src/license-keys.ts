import { action, facts, type MailBrand, message, type Message, paragraph } from "./message.ts";

/** Tells somebody who asked for her keys what there is for her address. Keys are given masked: a mail is read by others too. */
export function licenseKeysMail(
  brand: MailBrand,
  data: {
    /** Null where the address has no account. */
    readonly username: string | null;
    /** Descriptions of licenses, each with the end of its key; null without a key. */
    readonly licenses: readonly { readonly description: string; readonly keyEnd: string | null }[];
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
        ({ description, keyEnd }) =>
          [description, keyEnd === null ? "no key; sign in to use it" : `key ending in ${keyEnd}`] as const,
      ),
    ),
    paragraph(
      username === null
        ? "Sign up with this address to see the whole keys and to add them to your account."
        : `They are in the account ${username}. Sign in to see the whole keys.`,
    ),
    action(`Open ${brand.accountsTitle}`, portalLink),
    paragraph("If it was not you, you need not do anything."),
  ]);
}
