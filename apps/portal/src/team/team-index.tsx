import { words } from "#words/team";
import { focusHeading } from "../shared/screens/focus-heading.ts";
import { inviteId } from "../shared/subscription/outcome-dialog.tsx";
import styles from "./team-page.module.css";

export const sectionIds = { seats: "seats", managers: "managers", record: "record" };

/** Links to the sections, which stay at the top of a small screen: the list of seats can have 2,200 rows there. */
export function TeamIndex({ mayInvite }: { mayInvite: boolean }) {
  const entries = [
    ...(mayInvite ? [{ id: inviteId, label: words.inviteTitle }] : []),
    { id: sectionIds.seats, label: words.listTitle },
    { id: sectionIds.managers, label: words.managersTitle },
    { id: sectionIds.record, label: words.historyTitle },
  ];
  return (
    <nav className={styles.index} aria-label={words.sections}>
      {entries.map(({ id, label }) => (
        <a key={id} href={`#${id}`} onClick={() => focusHeading(id)}>
          {label}
        </a>
      ))}
    </nav>
  );
}
