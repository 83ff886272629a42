import { call } from "@foyer/api-client/client";
import type { StaffStatement } from "@foyer/contract/staff-statements";
import { words } from "#words/admin-desk";
import { api } from "../../shared/requests/api.ts";
import type { ActField, OfferedAct } from "../repair/offered-act.ts";

/** Ends the contract of a statement. Without a match, staff name it. */
export function carryOut({ id, kind, match, good_cause: cause, name }: StaffStatement): OfferedAct {
  const customer: ActField = { label: words.customer };
  const contract: ActField = { label: kind === "withdraw" ? words.purchase : words.subscription };
  const when: ActField = {
    label: words.when,
    start: cause === null ? "period_end" : "now",
    options: (["period_end", "now"] as const).map((value) => ({ value, label: words.whens[value] })),
  };
  return {
    needs: "refund",
    label: words.carryOut,
    name: words.carryOutOf(name),
    title: words.carryOutTitle[kind],
    text: words.carryOutText[kind],
    isDangerous: true,
    fields: [...(match === null ? [customer, contract] : []), ...(kind === "cancel" ? [when] : [])],
    send: (input, value) =>
      call(api, "staffDecideStatement", {
        params: { id },
        ...input({
          decision: "carry_out",
          ...(match === null ? { customer: value(customer), contract: value(contract) } : {}),
          ...(kind === "cancel" ? { when: value(when) === "now" ? "now" : "period_end" } : {}),
        }),
      }),
  };
}

/** Closes a statement without an effect. */
export function closeStatement({ id, name }: StaffStatement): OfferedAct {
  return {
    needs: "refund",
    label: words.close,
    name: words.closeOf(name),
    title: words.closeTitle,
    text: words.closeText,
    send: (input) => call(api, "staffDecideStatement", { params: { id }, ...input({ decision: "close" }) }),
  };
}
