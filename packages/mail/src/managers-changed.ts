import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";
import { notMe } from "./not-me.ts";

export type ManagerChange = "added" | "removed" | "contact_changed" | "contact_restored";

/**
 * Tells a manager that the managers of the license have changed. Names people by account name, so that no one
 * learns the address of an unknown person.
 */
export function managersChangedMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly change: ManagerChange;
    /** Account names of the person who made the change, and of the affected one. */
    readonly by: string;
    readonly account: string;
    readonly link: string;
    /** For the person whose account made the change, in case it was another person. Null for others. */
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
