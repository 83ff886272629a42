import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useState } from "react";
import { words } from "#words/admin-devices";
import { Link } from "../shared/screens/router.tsx";
import styles from "./admin.module.css";
import { type Device, freeDevice, nameOf } from "./license/license-acts.ts";
import { ActButton, useActDialog } from "./repair/act-buttons.tsx";
import { accountPage } from "./search/hit-page.ts";

/** Number of rows shown at first, because a license can have a thousand devices for each seat. */
const SHOWN = 50;

/** The devices of a person or license, which staff can free. Absent without devices. */
export function DevicesSection({ devices }: { devices: readonly Device[] }) {
  const { open, dialog } = useActDialog("devices");
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      {devices.length > 0 && (
        <Section title={words.title}>
          <Table caption={words.title} head={[words.device, words.holder, words.seen, words.state, words.actions]}>
            {devices.slice(0, shown).map((device) => (
              <tr key={device.id}>
                <Cell label={words.device} className={styles.value}>
                  {nameOf(device)}
                </Cell>
                <Cell label={words.holder}>
                  {device.username === null ? (
                    words.byKey
                  ) : (
                    <Link to={accountPage(device.username)}>{device.username}</Link>
                  )}
                </Cell>
                <Cell label={words.seen}>{formatDate(device.last_seen)}</Cell>
                <Cell label={words.state}>{stateOf(device)}</Cell>
                <Cell label="">
                  {device.state !== "freed" && <ActButton act={freeDevice(device)} look="quiet" onOpen={open} />}
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
        </Section>
      )}
      {dialog}
    </>
  );
}

function stateOf({ state, offline_until: until }: Device): string {
  if (state === "freed") return words.freed;
  if (until === null) return words.live;
  return (state === "live" ? words.liveOffline : words.leaving)(formatDate(until));
}
