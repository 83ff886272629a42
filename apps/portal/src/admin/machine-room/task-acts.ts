import { call } from "@foyer/api-client/client";
import type { NotMeReport } from "@foyer/contract/staff-reports";
import type { MachineTask } from "@foyer/contract/staff-wire";
import { words } from "#words/admin-machine-room";
import { api } from "../../shared/requests/api.ts";
import type { ActField, OfferedAct } from "../repair/offered-act.ts";

/** A task with the service that it belongs to. */
export type ServiceTask = MachineTask & { readonly service: "accounts" | "purchase" };

/** Tries work that has failed again. */
export function retryTask({ id, title, service }: ServiceTask): OfferedAct {
  return {
    needs: "retry_job",
    label: words.retry,
    name: words.retryOf(title),
    title: words.retryTitle,
    text: words.retryText(title),
    act: (reason) =>
      service === "accounts"
        ? call(api, "staffRetryTask", { params: { id }, body: { reason } })
        : call(api, "staffRetryBillingTask", { params: { id }, body: { reason } }),
    done: words.retried(title),
  };
}

/** Compares everything with the payment provider now. */
export const compareNow: OfferedAct = {
  needs: "retry_job",
  label: words.compareNow,
  agree: words.compare,
  title: words.compareNow,
  text: words.compareText,
  act: (reason) => call(api, "staffRetryBillingTask", { params: { id: "reconcile-now" }, body: { reason } }),
  done: words.retried(words.comparison),
};

/** Sends a message that the accounts service refused, with corrections. */
export function tellAs({ id, title, message = {} }: MachineTask): OfferedAct {
  const inner = message["subscription"] ?? message["sale"];
  const facts = new Map(Object.entries(typeof inner === "object" && inner !== null ? inner : {}));
  const start = (key: string): string => String(facts.get(key) ?? "");
  const license: ActField = { label: words.license, start: start("registration_id") };
  const plan: ActField = { label: words.plan, start: start("plan") };
  const seats: ActField = {
    label: words.seats,
    kind: "count",
    start: start("quantity"),
    isValid: (value) => /^\d{1,10}$/.test(value),
  };
  return {
    needs: "retry_job",
    label: words.tellAs,
    name: words.tellAsOf(title),
    title: words.tellAsTitle,
    text: words.tellAsText,
    fields: [license, plan, seats],
    act: (reason, value) => {
      const corrected = { registration_id: value(license), plan: value(plan), quantity: Number(value(seats)) };
      return call(api, "staffRetryBillingTask", { params: { id }, body: { reason, tell_as: corrected } });
    },
    done: words.retried(title),
  };
}

/** Closes a report of “This was not me” with what was done about it. */
export function closeReport({ id, account }: NotMeReport): OfferedAct {
  return {
    needs: "close_report",
    label: words.closeReport,
    name: words.closeReportOf(account),
    title: words.closeReportTitle,
    text: words.closeReportText(account),
    act: (reason) => call(api, "staffCloseReport", { params: { id }, body: { reason } }),
    done: words.reportClosed(account),
  };
}
