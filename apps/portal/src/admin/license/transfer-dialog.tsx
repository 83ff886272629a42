import { call } from "@foyer/api-client/client";
import type { StaffLicense } from "@foyer/contract/staff-wire";
import { TextArea } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";

/** Hands a license to other owners. */
export function TransferDialog({ license: { id, owners }, onClose }: { license: StaffLicense; onClose: () => void }) {
  const [text, setText] = useState(owners.join("\n"));
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  return (
    <RepairDialog
      title={words.transferTitle}
      text={words.transferText}
      agree={words.transfer}
      isDangerous
      ready={names.length > 0}
      run={(body, idempotencyKey) =>
        call(api, "staffTransferLicense", { params: { id }, body: { ...body, owners: names }, idempotencyKey })
      }
      onClose={onClose}
    >
      <TextArea
        label={words.newOwners}
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </RepairDialog>
  );
}
