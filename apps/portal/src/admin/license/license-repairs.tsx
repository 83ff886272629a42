import type { StaffLicense } from "@foyer/contract/staff-wire";
import type { StaffAct } from "@foyer/domain/staff-rights";
import { Menu } from "@foyer/ui/menu";
import type { ReactElement } from "react";
import { words } from "#words/admin";
import { words as devices } from "#words/admin-devices";
import { words as repairs } from "#words/admin-repairs";
import styles from "../admin.module.css";
import { StartSubscriptionDialog } from "../billing/start-subscription-dialog.tsx";
import { useRights } from "../use-rights.ts";
import { DeviceLimitDialog } from "./device-limit-dialog.tsx";
import { EditLicenseDialog } from "./edit-license-dialog.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useKept } from "../../shared/forms/use-kept.ts";

interface Offered {
  readonly act: StaffAct;
  readonly label: string;
  readonly dialog: (props: { license: StaffLicense; onClose: () => void }) => ReactElement;
  readonly isFor?: (license: StaffLicense) => boolean;
}

const offered: readonly Offered[] = [
  { act: "edit_license", label: repairs.editLicense, dialog: EditLicenseDialog },
  { act: "edit_license", label: repairs.transfer, dialog: TransferDialog },
  { act: "edit_license", label: devices.limit, dialog: DeviceLimitDialog },
  {
    act: "start_subscription",
    label: repairs.startSubscription,
    dialog: StartSubscriptionDialog,
    isFor: ({ subscription_state: state }) => state === "inactive",
  },
];

/** What can be done about a license as a whole, as far as the staff member may. */
export function LicenseRepairs({ license }: { license: StaffLicense }) {
  const may = useRights();
  const [chosen, setChosen] = useKept<string | null>("repair", null);
  const items = offered.filter(({ act, isFor }) => may(act) && (isFor?.(license) ?? true));
  const Chosen = offered.find(({ label }) => label === chosen)?.dialog;
  if (items.length === 0) return null;
  return (
    <div className={styles.acts}>
      <Menu
        label={words.actions}
        align="start"
        items={items.map((one) => ({ label: one.label, onSelect: () => setChosen(one.label) }))}
      />
      {Chosen && <Chosen license={license} onClose={() => setChosen(null)} />}
    </div>
  );
}
