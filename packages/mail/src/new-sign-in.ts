import { formatDate } from "@foyer/domain/dates";
import type { Device } from "@foyer/domain/device";
import { facts, message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** Reports a sign-in from a new combination of browser and place (KEY-09). */
export function newSignInMail(
  brand: MailBrand,
  data: {
    readonly username: string;
    readonly at: Date;
    readonly ip: string;
    readonly device: Device;
    readonly notMeLink: string;
  },
): Message {
  return message(brand, `New sign-in to your ${brand.provider} account`, [
    paragraph(`Somebody signed in to the account ${data.username} from a browser and a place that are new to it.`),
    facts(
      ["Device", nameOf(data.device)],
      ["Time", `${formatDate(data.at)}, ${timeOf(data.at)}`],
      ["IP address", data.ip],
    ),
    paragraph("If it was you, all is well."),
    ...notMe(data.notMeLink),
  ]);
}

/** Uses only known names, because a stranger chooses the rest of a user agent. */
function nameOf({ browser, system }: Device): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "An unknown device";
}

const timeOf = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`;
