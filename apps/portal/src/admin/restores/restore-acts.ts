import { call } from "@foyer/api-client/client";
import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import { words } from "#words/admin-restores";
import { api } from "../../shared/requests/api.ts";
import type { ActField, OfferedAct } from "../repair/offered-act.ts";

export function askRestore(username: string): OfferedAct {
  const address: ActField = { label: words.newAddress, kind: "email" };
  return {
    needs: "restore_access",
    label: words.ask,
    title: words.askTitle(username),
    text: words.askText,
    isDangerous: true,
    fields: [address],
    send: (input, value) =>
      call(api, "staffAskRestore", { params: { username }, ...input({ new_email_address: value(address) }) }),
  };
}

export function agreeToRestore({ id, kind, username, email, asked_by: who }: AccessRestore): OfferedAct {
  const isAddressOnly = kind === "address";
  return {
    needs: "restore_access",
    label: words.agree,
    title: isAddressOnly ? words.agreeAddressTitle(username) : words.agreeTitle(username),
    text: isAddressOnly ? words.agreeAddressText(email, who) : words.agreeText(email, who),
    isDangerous: true,
    send: (input) => call(api, "staffAgreeRestore", { params: { username }, ...input({ restore: id }) }),
  };
}

export function stopRestore({ id, username }: AccessRestore): OfferedAct {
  return {
    needs: "restore_access",
    label: words.stop,
    title: words.stopTitle(username),
    text: words.stopText,
    send: (input) => call(api, "staffStopRestore", { params: { username }, ...input({ restore: id }) }),
  };
}
