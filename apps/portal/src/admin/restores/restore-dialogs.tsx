import { call } from "@foyer/api-client/client";
import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import type { StaffAccount } from "@foyer/contract/staff-wire";
import { isAddress } from "@foyer/domain/addresses";
import { TextField } from "@foyer/ui/field";
import { words } from "#words/admin-restores";
import { api } from "../../shared/requests/api.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { unusualAddress } from "../../shared/forms/unusual-address.ts";
import { useKept } from "../../shared/forms/use-kept.ts";

export function AskRestoreDialog({ account: { username }, onClose }: { account: StaffAccount; onClose: () => void }) {
  const [address, setAddress] = useKept("restored-address", "");
  return (
    <RepairDialog
      title={words.askTitle(username)}
      text={words.askText}
      agree={words.ask}
      isDangerous
      ready={isAddress(address.trim())}
      run={(body, idempotencyKey) =>
        call(api, "staffAskRestore", {
          params: { username },
          body: { ...body, new_email_address: address.trim() },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <TextField
        label={words.newAddress}
        type="email"
        autoComplete="off"
        value={address}
        error={unusualAddress(address)}
        onChange={(event) => setAddress(event.target.value)}
      />
    </RepairDialog>
  );
}

interface OneRestoreProps {
  restore: AccessRestore;
  onClose: () => void;
}

export function AgreeRestoreDialog({ restore, onClose }: OneRestoreProps) {
  const { id, kind, username, email, asked_by: who } = restore;
  const isAddressOnly = kind === "address";
  return (
    <RepairDialog
      title={isAddressOnly ? words.agreeAddressTitle(username) : words.agreeTitle(username)}
      text={isAddressOnly ? words.agreeAddressText(email, who) : words.agreeText(email, who)}
      agree={words.agree}
      isDangerous
      run={(body, idempotencyKey) =>
        call(api, "staffAgreeRestore", { params: { username }, body: { ...body, restore: id }, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}

export function StopRestoreDialog({ restore: { id, username }, onClose }: OneRestoreProps) {
  return (
    <RepairDialog
      title={words.stopTitle(username)}
      text={words.stopText}
      agree={words.stop}
      run={(body, idempotencyKey) =>
        call(api, "staffStopRestore", { params: { username }, body: { ...body, restore: id }, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}
