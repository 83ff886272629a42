import { call } from "@foyer/api-client/client";
import type { Plan } from "@foyer/contract/subscription-wire";
import type { StaffLicense } from "@foyer/contract/staff-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { TextField } from "@foyer/ui/field";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/requests/api.ts";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { plansQuery } from "../queries.ts";
import { RepairDialog } from "../repair/repair-dialog.tsx";
import { SelectField } from "../select-field.tsx";

/** Gives an ended license a new subscription: the restore path. */
export function StartSubscriptionDialog({ license, onClose }: { license: StaffLicense; onClose: () => void }) {
  const plans = useQuery(plansQuery);
  const [plan, setPlan] = useState(license.product_id);
  const [quantity, setQuantity] = useState(String(Math.max(license.used_seats, 1)));
  const [customer, setCustomer] = useState(license.subscription_customer ?? "");
  return (
    <RepairDialog
      title={words.startSubscriptionTitle}
      text={words.startSubscriptionText}
      agree={words.startSubscription}
      ready={customer.trim() !== "" && /^[1-9]\d{0,3}$/.test(quantity)}
      run={(body, idempotencyKey) =>
        call(api, "staffStartSubscription", {
          params: { id: license.id },
          body: { ...body, plan, quantity: Number(quantity), customer: customer.trim() },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      <Loaded query={plans} failed={words.plansFailed}>
        {(all) => (
          <SelectField
            label={words.plan}
            value={plan}
            options={optionsOf(all, license.product_id)}
            onChoose={setPlan}
          />
        )}
      </Loaded>
      <TextField
        label={words.quantity}
        inputMode="numeric"
        value={quantity}
        onChange={(event) => setQuantity(event.target.value)}
      />
      <TextField
        label={words.customer}
        autoComplete="off"
        spellCheck={false}
        value={customer}
        onChange={(event) => setCustomer(event.target.value)}
      />
    </RepairDialog>
  );
}

function optionsOf(plans: readonly Plan[], inForce: string) {
  const options = plans.map((plan) => ({
    value: plan.id,
    label: words.planLine(
      plan.nickname ?? plan.id,
      formatMoney(cents(plan.amount), plan.currency),
      words.cycles[plan.interval],
    ),
  }));
  // A plan that is sold no more can still be named: the service decides.
  return options.some(({ value }) => value === inForce) ? options : [{ value: inForce, label: inForce }, ...options];
}
