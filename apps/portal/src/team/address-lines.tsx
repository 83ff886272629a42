import { words } from "#words/team";
import styles from "./team-page.module.css";

const SHOWN = 8;

/** Addresses, one on each line; of a long list, the first few and the number of the others. */
export function AddressLines({ addresses, all = false }: { addresses: readonly string[]; all?: boolean }) {
  if (addresses.length === 0) return null;
  const shown = all || addresses.length <= SHOWN + 1 ? addresses : addresses.slice(0, SHOWN);
  return (
    <ul className={styles.addresses}>
      {shown.map((address, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list of typed addresses may contain one twice
        <li key={at}>{address}</li>
      ))}
      {shown.length < addresses.length && <li>{words.andMore(addresses.length - shown.length)}</li>}
    </ul>
  );
}
