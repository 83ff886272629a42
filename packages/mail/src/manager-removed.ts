import { message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells a person that they no longer manage a license. */
export function managerRemovedMail(
  brand: MailBrand,
  data: { readonly description: string; readonly byEmail: string },
): Message {
  return message(brand, `You are no longer a Team Manager of ${data.description}`, [
    paragraph(`${data.byEmail} ended your part as a Team Manager of ${data.description}.`),
    paragraph("A seat that you hold of it stays yours."),
  ]);
}
