import { formatDate } from "@foyer/domain/dates";
import { message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** What happened to an account's second factor. */
export type SecondFactorChange = "turned_on" | "turned_off" | "recovery_code_used" | "recovery_codes_renewed";

const sentences: Readonly<Record<SecondFactorChange, string>> = {
  turned_on: "Signing in now asks for a code of the authenticator app.",
  turned_off: "Signing in no longer asks for a code of the authenticator app.",
  recovery_code_used: "A recovery code was used in place of the authenticator app. It cannot be used again.",
  recovery_codes_renewed: "New recovery codes were made. The old ones no longer work.",
};

/** Reports a change of the second factor. */
export function secondFactorChangedMail(
  brand: MailBrand,
  data: {
    readonly username: string;
    readonly change: SecondFactorChange;
    readonly at: Date;
    readonly notMeLink: string;
  },
): Message {
  return message(brand, `Two-step sign-in of your ${brand.provider} account`, [
    paragraph(`Account ${data.username}, ${formatDate(data.at)}: ${sentences[data.change]}`),
    ...notMe(data.notMeLink),
  ]);
}
