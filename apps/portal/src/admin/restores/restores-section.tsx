import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/admin-restores";
import { Link } from "../../shared/screens/router.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { serviceClockQuery } from "../../shared/settings/service-clock.ts";
import styles from "../admin.module.css";
import { restoresQuery } from "../queries.ts";
import { accountPage } from "../search/hit-page.ts";
import { formatTime } from "../times.ts";
import { RestoreTag } from "./restore-section.tsx";
import { whatComesNext } from "./what-comes-next.ts";

/** The restores of access that are open, and those that ended recently. */
export function RestoresSection() {
  const restores = useQuery(restoresQuery);
  const asked = (restores.data ?? []).filter(({ state }) => state === "asked").length;
  return (
    <Section
      title={words.list}
      actions={
        <div className={styles.acts} role="status">
          {asked > 0 && <Tag kind="warning">{words.waitsForSecond(asked)}</Tag>}
        </div>
      }
    >
      <p className={mutedClass}>{words.listText}</p>
      <Loaded query={restores} failed={words.listFailed} lines={[0.8, 0.6]}>
        {(all) => (all.length === 0 ? <EmptyState title={words.noRestores} /> : <Restores restores={all} />)}
      </Loaded>
    </Section>
  );
}

function Restores({ restores }: { restores: readonly AccessRestore[] }) {
  const { data: now } = useQuery(serviceClockQuery);
  return (
    <Table dense caption={words.list} head={[words.account, words.state, words.askedBy, words.next]}>
      {restores.map((restore) => (
        <tr key={restore.id}>
          <Cell label={words.account} className={styles.value}>
            <div>
              <Link to={accountPage(restore.username)}>{restore.username}</Link>
              <p className={styles.small}>{restore.email}</p>
            </div>
          </Cell>
          <Cell label={words.state}>
            <RestoreTag state={restore.state} />
          </Cell>
          <Cell label={words.askedBy}>{words.by(restore.asked_by, formatTime(restore.asked))}</Cell>
          <Cell label={words.next} className={styles.value}>
            {whatComesNext(restore, now)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
