import type { Purchase } from "@foyer/contract/licenses";
import { formatDate } from "@foyer/domain/dates";
import { Tag } from "@foyer/ui/tag";
import { words } from "#words/account";
import styles from "../account-page.module.css";

/** The key of a license that was bought here, with its license. */
export function BoughtKey({ purchase }: { purchase: Purchase | undefined }) {
  if (!purchase?.key_bought || purchase.key === null) return null;
  const { key, key_revoked_at: revoked } = purchase;
  return (
    <p className={styles.details}>
      <span>
        {words.licenseKey} <code translate="no">{key}</code>
      </span>
      {revoked !== undefined && <Tag kind="danger">{words.keyRevoked(formatDate(revoked))}</Tag>}
    </p>
  );
}
