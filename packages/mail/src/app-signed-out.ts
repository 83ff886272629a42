import { formatDate } from "@foyer/domain/dates";
import { message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** Tells that an app was signed out, as a token of it that was replaced long ago came a second time. */
export function appSignedOutMail(
  brand: MailBrand,
  data: { readonly username: string; readonly app: string; readonly at: Date; readonly notMeLink: string },
): Message {
  return message(brand, `${data.app} was signed out of your ${brand.provider} account`, [
    paragraph(
      `On ${formatDate(data.at)}, ${data.app} used a sign-in of the account ${data.username} that it had replaced before. ` +
        "That happens when somebody copied it, or when a computer was restored from a backup.",
    ),
    paragraph(`To be safe, we signed ${data.app} out there. Sign in to it again to go on.`),
    ...notMe(data.notMeLink),
  ]);
}
