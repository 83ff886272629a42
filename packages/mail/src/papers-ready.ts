import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Reports that all papers of a year can be downloaded (DOC-07). The link requires a session of the payer. */
export function papersReadyMail(
  brand: MailBrand,
  data: { readonly year: number; readonly link: string; readonly days: number },
): Message {
  return message(brand, `Your ${brand.provider} papers of ${data.year} are ready`, [
    paragraph(`All invoices and credit notes of ${data.year} are in one file, with a list of them.`),
    action("Download the papers", data.link),
    paragraph(`The file can be downloaded for ${data.days} days, when you are signed in.`),
  ]);
}
