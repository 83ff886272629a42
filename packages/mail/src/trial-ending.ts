import { formatDate } from "@foyer/domain/dates";
import { action, message, paragraph, type MailBrand, type Message } from "./message.ts";

/** Tells the contact of a trial when it ends, or that it has ended. */
export function trialEndingMail(
  brand: MailBrand,
  data: {
    readonly description: string;
    readonly isOver: boolean;
    readonly endsAt: Date;
    /** When it is deleted unless it is bought. */
    readonly deletedAt: Date;
    /** The page to buy, filled in. */
    readonly link: string;
  },
): Message {
  const { description, isOver, link } = data;
  const [ends, deleted] = [formatDate(data.endsAt), formatDate(data.deletedAt)];
  const kept = `Nothing is deleted until ${deleted}. If you buy ${description} before, the same license goes on with its seats.`;
  return message(
    brand,
    isOver ? `Your trial of ${description} has ended` : `Your trial of ${description} ends on ${ends}`,
    [
      paragraph(
        isOver
          ? `Your trial of ${description} ended on ${ends}. Its seats give no access any more.`
          : `Your trial of ${description} ends on ${ends}. You do not have to do anything: there is no card, and nothing is charged.`,
      ),
      paragraph(kept),
      action("Buy now", link),
    ],
  );
}
