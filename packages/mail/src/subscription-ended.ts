import { formatDate } from "@foyer/domain/dates";
import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Reports to a manager that a subscription has ended, and the effect on its seats. */
export function subscriptionEndedMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly endedAt: Date;
    readonly cause: "cancelled" | "unpaid";
    readonly link: string;
  },
): Message {
  const cause = data.cause === "cancelled" ? "as it was canceled" : "as it could not be paid";
  return message(brand, `${data.description} has ended`, [
    paragraph(`The subscription of ${data.description} ended on ${formatDate(data.endedAt)}, ${cause}.`),
    paragraph(
      "Its seats give no access any more. Nothing was deleted: with a new subscription the seats that fit come back.",
    ),
    action("Look at the license", data.link),
  ]);
}
