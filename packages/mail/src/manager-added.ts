import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

/** Tells a person that they manage a license now. */
export function managerAddedMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly byEmail: string;
    readonly link: string;
    readonly notMeLink: string | null;
  },
): Message {
  return message(brand, `You are now a Team Manager of ${data.description}`, [
    paragraph(
      `${data.byEmail} made you a Team Manager of ${data.description}. You can invite and remove people and change the subscription.`,
    ),
    action("Open the team", data.link),
    ...(data.notMeLink === null
      ? []
      : [paragraph("Nothing is wrong if you know this team."), ...notMe(data.notMeLink)]),
  ]);
}
