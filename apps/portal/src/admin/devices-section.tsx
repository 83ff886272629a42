import { call } from "@foyer/api-client/client";
import type { StaffLicensePage } from "@foyer/contract/staff-wire";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useState } from "react";
import { words } from "#words/admin-devices";
import { Link } from "../shared/screens/router.tsx";
import styles from "./admin.module.css";
import { api } from "../shared/requests/api.ts";
import { RepairDialog } from "./repair/repair-dialog.tsx";
import { accountPage } from "./search/hit-page.ts";
import { useRights } from "./use-rights.ts";

type Device = NonNullable<StaffLicensePage["activations"]>[number];

/** Rows drawn at first: a license can have a thousand devices for each seat. */
const SHOWN = 50;

const nameOf = ({ name }: Device): string => name ?? words.unnamed;

/** The devices of a person or license, and the end of each; nothing where there are none. */
export function DevicesSection({ devices }: { devices: readonly Device[] }) {
  const may = useRights();
  const [chosen, setChosen] = useState<Device | null>(null);
  const [shown, setShown] = useState(SHOWN);
  if (devices.length === 0) return null;
  return (
    <Section title={words.title}>
      <Table caption={words.title} head={[words.device, words.holder, words.seen, words.state, words.actions]}>
        {devices.slice(0, shown).map((device) => (
          <tr key={device.id}>
            <Cell label={words.device} className={styles.value}>
              {nameOf(device)}
            </Cell>
            <Cell label={words.holder}>
              <Link to={accountPage(device.username)}>{device.username}</Link>
            </Cell>
            <Cell label={words.seen}>{formatDate(device.last_seen)}</Cell>
            <Cell label={words.state}>{stateOf(device)}</Cell>
            <Cell label="">
              {may("free_seat") && device.state !== "freed" && (
                <Button
                  small
                  look="quiet"
                  aria-label={(device.state === "live" ? words.freeOf : words.releaseOf)(nameOf(device))}
                  onClick={() => setChosen(device)}
                >
                  {device.state === "live" ? words.free : words.release}
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {devices.length > shown && (
        <p>
          <Button small onClick={() => setShown(devices.length)}>
            {words.showAll(devices.length)}
          </Button>
        </p>
      )}
      {chosen && <FreeDialog device={chosen} onClose={() => setChosen(null)} />}
    </Section>
  );
}

function stateOf({ state, offline_until: until }: Device): string {
  if (state === "freed") return words.freed;
  if (until === null) return words.live;
  return (state === "live" ? words.liveOffline : words.leaving)(formatDate(until));
}

function FreeDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const isLive = device.state === "live";
  return (
    <RepairDialog
      title={(isLive ? words.freeTitle : words.releaseTitle)(nameOf(device), device.username)}
      text={isLive ? words.freeText : words.releaseText}
      agree={isLive ? words.free : words.release}
      isDangerous
      run={(body, idempotencyKey) =>
        call(api, "staffFreeDevice", {
          params: { activation: device.id },
          body: { ...body, release: !isLive },
          idempotencyKey,
        })
      }
      onClose={onClose}
    />
  );
}
