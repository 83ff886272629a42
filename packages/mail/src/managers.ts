import { action, type Mail, message, paragraph } from "./message.ts";
import { notMe } from "./not-me.ts";

/** Tells a person that they manage a license now. */
export const managerAddedMail: Mail<{
  description: string;
  byEmail: string;
  link: string;
  notMeLink: string | null;
}> = (brand, { description, byEmail, link, notMeLink }) =>
  message(brand, `You are now a Team Manager of ${description}`, [
    paragraph(
      `${byEmail} made you a Team Manager of ${description}. You can invite and remove people and change the subscription.`,
    ),
    action("Open the team", link),
    ...(notMeLink === null ? [] : [paragraph("Nothing is wrong if you know this team."), ...notMe(notMeLink)]),
  ]);

/** Tells a person that they no longer manage a license. */
export const managerRemovedMail: Mail<{ description: string; byEmail: string }> = (brand, { description, byEmail }) =>
  message(brand, `You are no longer a Team Manager of ${description}`, [
    paragraph(`${byEmail} removed you as a Team Manager of ${description}.`),
    paragraph("You keep your seat, if you have one."),
  ]);

export type ManagerChange = "added" | "removed" | "contact_changed" | "contact_restored";

interface ManagersChanged {
  description: string;
  change: ManagerChange;
  /** Account names of the person who made the change, and of the affected one. */
  by: string;
  account: string;
  link: string;
  /** For the person whose account made the change, in case it was another person. Null for others. */
  notMeLink: string | null;
}

/**
 * Tells a manager that the managers of the license have changed. Names people by account name, so that no one
 * learns the address of an unknown person.
 */
export const managersChangedMail: Mail<ManagersChanged> = (brand, data) => {
  const { description, change, link, notMeLink } = data;
  const isContact = change === "contact_changed" || change === "contact_restored";
  const what = isContact ? `The contact of ${description} has changed` : `The managers of ${description} have changed`;
  return message(brand, what, [
    paragraph(sentence(data)),
    action("Look at the team", link),
    ...(notMeLink === null
      ? [paragraph(`If nobody on your team wanted this, write to ${brand.contacts.support}.`)]
      : notMe(notMeLink)),
  ]);
};

function sentence({ change, by, account, description }: ManagersChanged): string {
  switch (change) {
    case "added":
      return `${by} made ${account} a Team Manager of ${description}.`;
    case "contact_changed":
      return `${by} made ${account} the contact of ${description}. People of the team are told to ask the contact.`;
    case "contact_restored":
      return `${account} is the contact of ${description} again. ${by} undid the change, and the earlier Team Managers are restored.`;
    case "removed":
      return by === account
        ? `${account} left ${description} and is no longer a Team Manager of it.`
        : `${by} removed ${account} as a Team Manager of ${description}.`;
  }
}

/** To the former contact of a license: another person is the contact now. Contains the link that undoes it. */
export const contactTakenOverMail: Mail<{
  description: string;
  /** Account name of the new contact. */
  contact: string;
  undoLink: string;
  hours: number;
}> = (brand, { description, contact, undoLink, hours }) =>
  message(brand, `You are no longer the contact of ${description}`, [
    paragraph(
      `${contact} is the contact of ${description} now. Another Team Manager changed it. If you agreed, no action is needed.`,
    ),
    action("If you did not, undo it", undoLink),
    paragraph(
      `The link works for ${hours} hours. Then the license gets back the Team Managers that it had before, with you as its contact.`,
    ),
  ]);
