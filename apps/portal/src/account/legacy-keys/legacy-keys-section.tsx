import type { Purchase } from "@foyer/contract/licenses";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { words as account } from "#words/account";
import { words } from "#words/legacy-keys";
import { Link } from "../../shared/screens/router.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { part, useWhenHere } from "../../shared/screens/part.tsx";
import { purchasesQuery } from "../../shared/requests/queries.ts";
import { shownName } from "../../shared/settings/shown-name.ts";
import { ReplaceKey } from "../replace-key/replace-key.tsx";
import { sectionIds } from "../section-ids.ts";
import styles from "./legacy-keys.module.css";
import { useKept } from "../../shared/forms/use-kept.ts";

const registerKeyForm = part(async () => (await import("./register-key-form.tsx")).RegisterKeyForm);

type View = { adding: boolean; registered: string | null };

/** The legacy license keys of the account, and the form that registers another one. */
export function LegacyKeysSection() {
  const purchases = useQuery(purchasesQuery);
  const [view, setView] = useKept<View>("keys-view", { adding: false, registered: null });
  const [isAwaited, whenHere] = useWhenHere(registerKeyForm);
  const show = (adding: boolean) => setView({ adding, registered: null });
  return (
    <Section
      title={account.legacySection}
      id={sectionIds.legacy}
      actions={
        <Button
          small
          busy={isAwaited}
          aria-expanded={view.adding}
          onClick={() => (view.adding ? show(false) : whenHere(() => show(true)))}
        >
          {words.add}
        </Button>
      }
    >
      {view.registered !== null && (
        <Notice kind="success" answers>
          {words.registered(view.registered)}
        </Notice>
      )}
      {view.adding && (
        <Suspense>
          <registerKeyForm.Part
            onCancel={() => show(false)}
            onRegistered={(description) => setView({ adding: false, registered: description })}
          />
        </Suspense>
      )}
      <Loaded query={purchases} failed={words.failed}>
        {(bought) => <Keys purchases={bought.filter(({ key, key_bought: isBought }) => key !== null && !isBought)} />}
      </Loaded>
      <p>
        <Link to="/find-keys">{words.findKeys}</Link>
      </p>
    </Section>
  );
}

const columns = [words.description, words.key, words.owner, words.seats, words.date];

function Keys({ purchases }: { purchases: readonly Purchase[] }) {
  if (purchases.length === 0) return <EmptyState title={words.empty}>{words.emptyHelp}</EmptyState>;
  return (
    <Table caption={words.table} head={columns}>
      {purchases.map((purchase) => (
        <tr key={purchase.registration_id}>
          <Cell label={words.description}>{shownName(purchase.description, purchase.product_id)}</Cell>
          <Cell label={words.key}>
            <div className={styles.held}>
              <code className={styles.key} translate="no">
                {purchase.key}
              </code>
              <ReplaceKey purchase={purchase} />
            </div>
          </Cell>
          <Cell label={words.owner}>{purchase.owner}</Cell>
          <Cell label={words.seats}>{purchase.seats}</Cell>
          <Cell label={words.date} className={styles.date}>
            {formatDate(purchase.registration_date)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
