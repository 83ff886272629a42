import { call } from "@foyer/api-client/client";
import type { StaffAccount } from "@foyer/contract/staff-wire";
import { isAddress } from "@foyer/domain/addresses";
import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { endOfDay } from "../license/end-of-day.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { unusualAddress } from "../../shared/forms/unusual-address.ts";
import { useKept } from "../../shared/forms/use-kept.ts";

interface AccountDialogProps {
  account: StaffAccount;
  onClose: () => void;
}

export function StateDialog({ account: { username, account_state: state }, onClose }: AccountDialogProps) {
  // What the dialog is for does not turn round once it is done.
  const [closes] = useState(state === 100);
  return (
    <RepairDialog
      title={closes ? words.closeTitle(username) : words.reopenTitle(username)}
      text={closes ? words.closeText : words.reopenText}
      agree={closes ? words.close : words.reopen}
      isDangerous={closes}
      run={(body, idempotencyKey) =>
        call(api, "staffSetAccountState", {
          params: { username },
          body: { ...body, account_state: closes ? 300 : 100 },
          idempotencyKey,
        })
      }
      onClose={onClose}
    />
  );
}

export function EndSessionsDialog({ account: { username }, onClose }: AccountDialogProps) {
  return (
    <RepairDialog
      title={words.endSessionsTitle(username)}
      text={words.endSessionsText}
      agree={words.endSessions}
      isDangerous
      run={(body, idempotencyKey) => call(api, "staffEndSessions", { params: { username }, body, idempotencyKey })}
      onClose={onClose}
    />
  );
}

export function SendResetDialog({ account: { username }, onClose }: AccountDialogProps) {
  return (
    <RepairDialog
      title={words.sendResetTitle(username)}
      text={words.sendResetText}
      agree={words.sendReset}
      run={(body, idempotencyKey) =>
        call(api, "staffSendPasswordReset", { params: { username }, body, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}

export function ChangeEmailDialog({ account: { username }, onClose }: AccountDialogProps) {
  const [email, setEmail] = useKept("new-address", "");
  return (
    <RepairDialog
      title={words.changeEmailTitle(username)}
      text={words.changeEmailText}
      agree={words.changeEmail}
      isDangerous
      ready={isAddress(email.trim())}
      run={(body, idempotencyKey) =>
        call(api, "staffChangeEmail", {
          params: { username },
          body: { ...body, new_email_address: email.trim() },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <TextField
        label={words.newEmail}
        type="email"
        autoComplete="off"
        value={email}
        error={unusualAddress(email)}
        onChange={(event) => setEmail(event.target.value)}
      />
    </RepairDialog>
  );
}

export function RemoveFactorDialog({ account: { username }, onClose }: AccountDialogProps) {
  return (
    <RepairDialog
      title={words.removeFactorTitle(username)}
      text={words.removeFactorText}
      agree={words.removeFactor}
      isDangerous
      run={(body, idempotencyKey) =>
        call(api, "staffRemoveSecondFactor", { params: { username }, body, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}

export function MergeDialog({ account: { username }, onClose }: AccountDialogProps) {
  const [into, setInto] = useKept("merge-into", "");
  return (
    <RepairDialog
      title={words.mergeTitle(username)}
      text={words.mergeText}
      agree={words.merge}
      isDangerous
      ready={into.trim() !== ""}
      run={(body, idempotencyKey) =>
        call(api, "staffMergeAccounts", { params: { username }, body: { ...body, into: into.trim() }, idempotencyKey })
      }
      onClose={onClose}
    >
      <TextField
        label={words.mergeInto}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={into}
        onChange={(event) => setInto(event.target.value)}
      />
    </RepairDialog>
  );
}

export function HoldDialog({ account: { username }, onClose }: AccountDialogProps) {
  const [day, setDay] = useKept("held-until", "");
  return (
    <RepairDialog
      title={words.holdTitle(username)}
      text={words.holdText}
      agree={words.hold}
      ready={day !== ""}
      run={(body, idempotencyKey) =>
        call(api, "staffSetLegalHold", {
          params: { username },
          body: { ...body, until: endOfDay(day) },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <TextField label={words.holdUntil} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
    </RepairDialog>
  );
}

export function LiftHoldDialog({ account: { username }, onClose }: AccountDialogProps) {
  return (
    <RepairDialog
      title={words.liftTitle(username)}
      text={words.liftText}
      agree={words.liftHold}
      isDangerous
      run={(body, idempotencyKey) =>
        call(api, "staffSetLegalHold", { params: { username }, body: { ...body, until: null }, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}
