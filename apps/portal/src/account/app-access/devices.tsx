import type { Activation, ActivationLimit } from "@foyer/contract/activations";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Suspense, useId, useState } from "react";
import { later } from "../../shared/screens/part.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { words } from "#words/devices";
import { offerFor } from "../../shared/settings/buy-link.ts";
import { useFirstRows } from "../../shared/screens/use-first-rows.ts";
import { brand } from "../../shared/settings/settings.ts";
import styles from "../account-page.module.css";
import own from "./devices.module.css";
import { deviceName } from "../../shared/devices/device-name.ts";

const FreeDeviceDialog = later(
  async () => (await import("../../shared/devices/free-device-dialog.tsx")).FreeDeviceDialog,
);

const SHOWN_AT_FIRST = 10;

interface DevicesProps {
  product: string;
  limit: ActivationLimit;
  /** The person's devices of that license, live and leaving. */
  devices: readonly Activation[];
}

function usage({ counts, limit, taken }: ActivationLimit): string {
  if (taken > limit) return (counts === "license" ? words.aboveLimitOfLicense : words.aboveLimit)(taken, limit);
  return (counts === "license" ? words.countOfLicense : words.count)(taken, limit);
}

/** The devices of a seat, each with a button to free it (WAL-09). */
export function Devices({ product, limit, devices }: DevicesProps) {
  const [chosen, setChosen] = useState<Activation | null>(null);
  const { list, showsAll, showAll } = useFirstRows(SHOWN_AT_FIRST);
  const hint = useId();
  const hasLive = devices.some(({ state }) => state === "live");
  return (
    <div className={own.devices}>
      <p className={styles.details}>
        <span>{usage(limit)}</span>
        <Covers limit={limit} />
      </p>
      {devices.length === 0 ? (
        <p className={own.hint}>{words.empty}</p>
      ) : (
        <ul ref={list} className={styles.rows} aria-label={words.list(product)}>
          {devices.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              hint={limit.frees_left === 0 ? hint : null}
              onFree={() => setChosen(device)}
            />
          ))}
        </ul>
      )}
      {!showsAll && devices.length > SHOWN_AT_FIRST && (
        <div>
          <Button small look="quiet" onClick={showAll}>
            {words.showAll(devices.length)}
          </Button>
        </div>
      )}
      {hasLive && limit.frees_left === 0 && (
        <p id={hint} className={own.hint}>
          {limit.frees_again === null ? words.never : words.again(formatDate(limit.frees_again))}{" "}
          {words.support(brand.supportEmail)}
        </p>
      )}
      <Suspense>
        {chosen && <FreeDeviceDialog device={chosen} freesLeft={limit.frees_left} onClose={() => setChosen(null)} />}
      </Suspense>
    </div>
  );
}

/** The covered version of the license, its download, and the price of an upgrade (WAL-22). */
function Covers({ limit: { covered_version: version, download, upgrade_price: price, product_id: id } }: CoversProps) {
  const name = brand.products.find(({ code }) => id.split("-")[0] === code)?.name;
  const offer = offerFor(id, 1);
  return (
    <>
      {name !== undefined && version !== null && <span>{words.covers(name, version)}</span>}
      {download !== null && (
        <a href={download} aria-label={name && words.downloadOf(name)}>
          {words.download}
        </a>
      )}
      {price !== null && <span>{words.upgrade(price)}</span>}
      {price !== null && offer && <Link to={offer.link}>{words.upgradeTo(offer.name)}</Link>}
    </>
  );
}

interface CoversProps {
  limit: ActivationLimit;
}

interface DeviceRowProps {
  device: Activation;
  /** Id of the sentence that explains why no device can be freed now; null if one can. */
  hint: string | null;
  onFree: () => void;
}

function DeviceRow({ device, hint, onFree }: DeviceRowProps) {
  const { platform, app_version: version, last_seen: seen, offline_until: until, state } = device;
  const name = deviceName(device);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>{name}</p>
        <p className={styles.details}>
          {platform !== null && <span>{platform}</span>}
          {version !== null && <span>{words.version(version)}</span>}
          <span>{words.lastSeen(formatDate(seen))}</span>
          {until !== null && (
            <span>{state === "live" ? words.offlineUntil(formatDate(until)) : words.leaving(formatDate(until))}</span>
          )}
        </p>
      </div>
      {state === "live" && (
        <div className={styles.rowActions}>
          <Button
            small
            disabled={hint !== null}
            aria-label={words.freeOf(name)}
            aria-describedby={hint ?? undefined}
            onClick={onFree}
          >
            {words.free}
          </Button>
        </div>
      )}
    </li>
  );
}
