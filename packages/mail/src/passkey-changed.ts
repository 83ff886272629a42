import { formatDate } from "@foyer/domain/dates";
import { message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** What happened to an account's passkeys. */
export type PasskeyChange = "passkey_added" | "passkey_removed";

const sentences: Readonly<Record<PasskeyChange, string>> = {
  passkey_added: "A passkey was added. It signs in without a password.",
  passkey_removed: "A passkey was removed. It no longer signs in.",
};

/** Reports a passkey that was added or removed. */
export function passkeyChangedMail(
  brand: MailBrand,
  data: { readonly username: string; readonly change: PasskeyChange; readonly at: Date; readonly notMeLink: string },
): Message {
  return message(brand, `Passkeys of your ${brand.provider} account`, [
    paragraph(`Account ${data.username}, ${formatDate(data.at)}: ${sentences[data.change]}`),
    paragraph("If it was you, all is well."),
    ...notMe(data.notMeLink),
  ]);
}
