import { action, type Block, paragraph } from "./message.ts";

/** Part of mails about changes to sign-in: the link to report that it was another person. */
export function notMe(link: string): readonly Block[] {
  return [
    paragraph(
      "If it was not you, use the link below. It signs everybody out of your account, makes the password stop working, mails you a link to set a new one, and tells our support team.",
    ),
    action("This was not me", link),
    paragraph("The link works for 7 days. The page that it opens asks before anything happens."),
  ];
}
