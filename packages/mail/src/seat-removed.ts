import { message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells a person that their seat was removed. */
export function seatRemovedMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly managerEmail: string;
    readonly cause: "removed" | "renewed_with_fewer";
  },
): Message {
  const cause =
    data.cause === "removed"
      ? `The Team Manager removed your seat of ${data.description}.`
      : `${data.description} renewed with fewer seats, and yours is not among them.`;
  return message(brand, `You no longer have a seat of ${data.description}`, [
    paragraph(cause),
    paragraph(`Your account and your data stay as they are. Questions about the team go to ${data.managerEmail}.`),
  ]);
}
