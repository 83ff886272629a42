import { call } from "@foyer/api-client/client";
import type { StaffLicense } from "@foyer/contract/staff-wire";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import styles from "../admin.module.css";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { endOfDay } from "./end-of-day.ts";

/** Changes what a license is; only what was changed here is sent. */
export function EditLicenseDialog({ license, onClose }: { license: StaffLicense; onClose: () => void }) {
  const [before] = useState(() => valuesOf(license));
  const [values, setValues] = useState(before);
  const followsSubscription = license.subscription_id !== null;
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  const changed = (name: keyof typeof values) => values[name] !== before[name];
  const counts = [values.seats, values.upgrades].every((count) => /^\d{1,4}$/.test(count));
  return (
    <RepairDialog
      title={words.editLicenseTitle}
      agree={words.editLicense}
      ready={counts && values.description.trim() !== "" && Object.keys(values).some((name) => changed(name as "seats"))}
      run={(body, idempotencyKey) =>
        call(api, "staffEditLicense", {
          params: { id: license.id },
          body: {
            ...body,
            ...(changed("description") ? { description: values.description.trim() } : {}),
            ...(changed("seats") ? { total_seats: Number(values.seats) } : {}),
            ...(changed("expires") ? { expires_date: endOfDay(values.expires) } : {}),
            ...(changed("upgrades") ? { upgrades_remaining: Number(values.upgrades) } : {}),
          },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        value={values.description}
        onChange={set("description")}
      />
      {followsSubscription && <p className={mutedClass}>{words.seatsBySubscription}</p>}
      <div className={styles.two}>
        <TextField
          label={words.totalSeats}
          inputMode="numeric"
          disabled={followsSubscription}
          value={values.seats}
          onChange={set("seats")}
        />
        <TextField label={words.upgradesLeft} inputMode="numeric" value={values.upgrades} onChange={set("upgrades")} />
      </div>
      <TextField
        label={words.expires}
        hint={words.expiresHint}
        type="date"
        value={values.expires}
        onChange={set("expires")}
      />
    </RepairDialog>
  );
}

function valuesOf(license: StaffLicense) {
  return {
    description: license.description,
    seats: String(license.total_seats),
    expires: license.expires_date?.slice(0, 10) ?? "",
    upgrades: String(license.upgrades_remaining),
  };
}
