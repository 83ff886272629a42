import { call } from "@foyer/api-client/client";
import type { StaffAccount } from "@foyer/contract/staff-wire";
import { type StaffRight, staffRights } from "@foyer/domain/staff-rights";
import { Checkbox } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin";
import { words as repairs } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import styles from "../admin.module.css";
import { RepairDialog } from "../repair/repair-dialog.tsx";

/** Says what a staff member may do, or that a person is one. */
export function RightsDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const { username } = account;
  const [rights, setRights] = useState<readonly StaffRight[]>(account.staff_rights);
  return (
    <RepairDialog
      title={repairs.setRightsTitle(username)}
      text={repairs.setRightsText}
      agree={repairs.setRights}
      isDangerous
      run={(body, idempotencyKey) =>
        call(api, "staffSetRights", { params: { username }, body: { ...body, rights: [...rights] }, idempotencyKey })
      }
      onClose={onClose}
    >
      <fieldset className={styles.lines}>
        <legend>{words.rights}</legend>
        {staffRights.map((right) => (
          <Checkbox
            key={right}
            label={words.rightNames[right]}
            checked={rights.includes(right)}
            onChange={({ target }) =>
              setRights(staffRights.filter((one) => (one === right ? target.checked : rights.includes(one))))
            }
          />
        ))}
      </fieldset>
    </RepairDialog>
  );
}
