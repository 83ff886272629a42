import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

export type ManagerChange = "added" | "removed" | "contact_changed" | "contact_restored";

/**
 * Tells a manager that the managers of her license have changed. People stand in it by account name: nobody learns by it the
 * address of somebody whom she does not know.
 */
export function managersChangedMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly change: ManagerChange;
    /** Account names: of who did it, and to whom. */
    readonly by: string;
    readonly account: string;
    readonly link: string;
    /** For whoever made the change: it may not have been her. Null for the others. */
    readonly notMeLink: string | null;
  },
): Message {
  const { description, change, link } = data;
  const isContact = change === "contact_changed" || change === "contact_restored";
  return message(
    brand,
    isContact ? `The contact of ${description} has changed` : `The managers of ${description} have changed`,
    [
      paragraph(sentence(data)),
      action("Look at the team", link),
      ...(data.notMeLink === null
        ? [paragraph(`If nobody of your team wanted this, write to ${brand.contacts.support}.`)]
        : notMe(data.notMeLink)),
    ],
  );
}

function sentence({ change, by, account, description }: Parameters<typeof managersChangedMail>[1]): string {
  switch (change) {
    case "added":
      return `${by} made ${account} a Team Manager of ${description}.`;
    case "contact_changed":
      return `${by} made ${account} the contact of ${description}, whom the people of the team are told to ask.`;
    case "contact_restored":
      return `${account} is the contact of ${description} again: ${by} took the change back. The Team Managers are those of before it.`;
    case "removed":
      return by === account
        ? `${account} left ${description} and is no longer a Team Manager of it.`
        : `${by} removed ${account} as a Team Manager of ${description}.`;
  }
}
