import { call } from "@foyer/api-client/client";
import type { StaffLicense } from "@foyer/contract/staff-wire";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-devices";
import { api } from "../../shared/requests/api.ts";
import styles from "../admin.module.css";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { endOfDay } from "./end-of-day.ts";

/** Sets another limit of devices for one license until a day. */
export function DeviceLimitDialog({ license, onClose }: { license: StaffLicense; onClose: () => void }) {
  const [limit, setLimit] = useState("");
  const [until, setUntil] = useState("");
  const isBack = limit.trim() === "";
  return (
    <RepairDialog
      title={words.limitTitle}
      text={words.limitText}
      agree={words.limit}
      ready={isBack || (/^\d{1,4}$/.test(limit.trim()) && until !== "")}
      run={(body, idempotencyKey) =>
        call(api, "staffSetDeviceLimit", {
          params: { id: license.id },
          body: { ...body, limit: isBack ? null : Number(limit), until: isBack ? null : endOfDay(until) },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <div className={styles.two}>
        <TextField
          label={words.devices}
          hint={words.devicesHint}
          inputMode="numeric"
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
        />
        <TextField label={words.until} type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
      </div>
    </RepairDialog>
  );
}
