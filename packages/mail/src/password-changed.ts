import { formatDate } from "@foyer/domain/dates";
import { message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** Reports that the password was changed or reset (R-10, R-28, KEY-09). */
export function passwordChangedMail(
  brand: MailBrand,
  data: { readonly username: string; readonly at: Date; readonly notMeLink: string },
): Message {
  return message(brand, `Your ${brand.provider} password was changed`, [
    paragraph(
      `The password of the account ${data.username} was changed on ${formatDate(data.at)}. Other sessions were signed out.`,
    ),
    paragraph("If it was you, all is well."),
    ...notMe(data.notMeLink),
  ]);
}
