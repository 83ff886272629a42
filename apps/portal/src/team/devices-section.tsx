import type { CallReply } from "@foyer/api-client/call-types";
import type { Seat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useRef, useState } from "react";
import { words } from "#words/devices";
import { licenseDevicesQuery } from "../shared/devices/device-queries.ts";
import { deviceName } from "../shared/devices/device-name.ts";
import { MissingParts } from "../shared/screens/loaded.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import styles from "./team-page.module.css";
import { part } from "../shared/screens/part.tsx";

type Device = CallReply<"listLicenseActivations">["activations"][number];

const { Part: FreeDeviceDialog } = part(
  async () => (await import("../shared/devices/free-device-dialog.tsx")).FreeDeviceDialog,
);

/** A license can have thousands of devices; the filter finds the others. */
const SHOWN = 10;

interface DevicesSectionProps {
  licenseId: string;
  seats: readonly Seat[];
}

/** The devices of the members, which a manager can free (WAL-08). Absent without devices. */
export function DevicesSection({ licenseId, seats }: DevicesSectionProps) {
  const query = useQuery(licenseDevicesQuery(licenseId));
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<Device | null>(null);
  const section = useRef<HTMLElement>(null);
  const people = useMemo(() => new Map(seats.map((seat) => [seat.id, seat.username ?? seat.email])), [seats]);
  const devices = (query.data?.activations ?? []).filter(({ state }) => state !== "freed");
  if (devices.length === 0) return <MissingParts queries={[query]} />;
  const personOf = ({ seat_id: seat, by_key: isKeyed }: Device) =>
    isKeyed ? words.byKey : (people.get(seat ?? "") ?? words.noSeat);
  const sought = filter.trim().toLowerCase();
  const found = devices.filter((device) => `${personOf(device)}\n${deviceName(device)}`.toLowerCase().includes(sought));
  const shown = found.slice(0, SHOWN);
  return (
    <Section ref={section} title={words.ofTeam}>
      <p className={mutedClass}>{words.ofTeamHelp}</p>
      {devices.length > SHOWN && (
        <TextField
          label={words.search}
          type="search"
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      {devices.length > SHOWN && (
        <p className={mutedClass} aria-live="polite">
          {found.length === 0 ? words.noMatch : words.shown(shown.length, devices.length)}
        </p>
      )}
      {shown.length > 0 && (
        <Table caption={words.ofTeam} head={[words.person, words.device, words.lastSeenHead, words.actions]}>
          {shown.map((device) => (
            <DeviceRow key={device.id} device={device} person={personOf(device)} onFree={() => setChosen(device)} />
          ))}
        </Table>
      )}
      <Suspense>
        {chosen && (
          <FreeDeviceDialog device={chosen} freesLeft={null} returnTo={section} onClose={() => setChosen(null)} />
        )}
      </Suspense>
    </Section>
  );
}

function DeviceRow({ device, person, onFree }: { device: Device; person: string; onFree: () => void }) {
  const { platform, app_version: version, last_seen: seen, offline_until: until, state } = device;
  const name = deviceName(device);
  const about = [
    ...(platform === null ? [] : [platform]),
    ...(version === null ? [] : [words.version(version)]),
    ...(until === null ? [] : [(state === "live" ? words.offlineUntil : words.leaving)(formatDate(until))]),
  ];
  return (
    <tr>
      <Cell label={words.person}>{person}</Cell>
      <Cell label={words.device}>
        <div className={styles.device}>
          <span>{name}</span>
          <span className={styles.about}>{about.join(", ")}</span>
        </div>
      </Cell>
      <Cell label={words.lastSeenHead} className={styles.whole}>
        {seen === null ? words.notShown : formatDate(seen)}
      </Cell>
      <Cell label={words.actions} className={styles.whole}>
        {state === "live" && (
          <Button small aria-label={words.freeOf(name)} onClick={onFree}>
            {words.free}
          </Button>
        )}
      </Cell>
    </tr>
  );
}
