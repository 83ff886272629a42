import { formatDate } from "@foyer/domain/dates";
import type { Device } from "@foyer/domain/device";
import { facts, type Mail, message, paragraph } from "./message.ts";
import { notMe, timeOf } from "./not-me.ts";

/** Reports that the password was changed or reset (R-10, R-28, KEY-09). */
export const passwordChangedMail: Mail<{ username: string; at: Date; notMeLink: string }> = (brand, data) =>
  message(brand, `Your ${brand.provider} password was changed`, [
    paragraph(
      `The password of the account ${data.username} was changed on ${formatDate(data.at)}. Other sessions were signed out.`,
    ),
    paragraph("If it was you, no action is needed."),
    ...notMe(data.notMeLink),
  ]);

/** The change of an account's passkeys or of its second factor. */
interface Change<Kind extends string> {
  username: string;
  change: Kind;
  at: Date;
  notMeLink: string;
}

const passkeySentences = {
  passkey_added: "A passkey was added. It signs in without a password.",
  passkey_removed: "A passkey was removed. It no longer signs in.",
} as const;

/** Reports a passkey that was added or removed. */
export const passkeyChangedMail: Mail<Change<keyof typeof passkeySentences>> = (brand, data) =>
  message(brand, `Passkeys of your ${brand.provider} account`, [
    paragraph(`Account ${data.username}, ${formatDate(data.at)}: ${passkeySentences[data.change]}`),
    paragraph("If it was you, no action is needed."),
    ...notMe(data.notMeLink),
  ]);

const factorSentences = {
  turned_on: "Signing in now asks for a code of the authenticator app.",
  turned_off: "Signing in no longer asks for a code of the authenticator app.",
  recovery_code_used: "A recovery code was used in place of the authenticator app. It cannot be used again.",
  recovery_codes_renewed: "New recovery codes were made. The old ones no longer work.",
} as const;

/** Reports a change of the second factor. */
export const secondFactorChangedMail: Mail<Change<keyof typeof factorSentences>> = (brand, data) =>
  message(brand, `Two-step sign-in of your ${brand.provider} account`, [
    paragraph(`Account ${data.username}, ${formatDate(data.at)}: ${factorSentences[data.change]}`),
    ...notMe(data.notMeLink),
  ]);

/** Reports a sign-in from a new combination of browser and place (KEY-09). */
export const newSignInMail: Mail<{ username: string; at: Date; ip: string; device: Device; notMeLink: string }> = (
  brand,
  { username, at, ip, device, notMeLink },
) =>
  message(brand, `New sign-in to your ${brand.provider} account`, [
    paragraph(`Somebody signed in to the account ${username} from a browser and a place that are new to it.`),
    facts(["Device", nameOf(device)], ["Time", timeOf(at)], ["IP address", ip]),
    paragraph("If it was you, no action is needed."),
    ...notMe(notMeLink),
  ]);

/** Uses only known names, because a stranger chooses the rest of a user agent. */
function nameOf({ browser, system }: Device): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "An unknown device";
}

/** Reports that an app was signed out, because one of its replaced tokens was used again. */
export const appSignedOutMail: Mail<{ username: string; app: string; at: Date; notMeLink: string }> = (
  brand,
  { username, app, at, notMeLink },
) =>
  message(brand, `${app} was signed out of your ${brand.provider} account`, [
    paragraph(
      `On ${formatDate(at)}, ${app} used a sign-in of the account ${username} that it had replaced before. ` +
        "That happens when somebody copied it, or when a computer was restored from a backup.",
    ),
    paragraph(`To be safe, we signed ${app} out there. Sign in to it again to go on.`),
    ...notMe(notMeLink),
  ]);

/** To both addresses: staff changed an account's address. */
export const addressChangedMail: Mail<{ username: string; email: string; notMeLink: string }> = (brand, data) =>
  message(brand, `The address of your ${brand.provider} account was changed`, [
    paragraph(`Our support team changed the address of the account ${data.username} to ${data.email}.`),
    paragraph(`If you did not ask for it, write to ${brand.contacts.support}.`),
    ...notMe(data.notMeLink),
  ]);
