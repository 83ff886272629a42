import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Subscription } from "@foyer/contract/subscription-wire";
import { switchDirection, switchWindowSeconds } from "@foyer/domain/billing-cycle";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { swapCycle } from "@foyer/domain/product-id";
import { Menu, type MenuItem } from "@foyer/ui/menu";
import { Tag } from "@foyer/ui/tag";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { words } from "#words/billing";
import { refreshAfterChange } from "../../shared/billing/settle.ts";
import { shownName } from "../../shared/shown-name.ts";
import { chooseTeam } from "../../shared/team-choice.ts";

const dialogs = () => import("../../shared/billing/auto-renewal-dialogs.tsx");
const CancelDialog = lazy(async () => ({ default: (await dialogs()).CancelDialog }));
const TurnOnDialog = lazy(async () => ({ default: (await dialogs()).TurnOnDialog }));
const SwitchDialog = lazy(async () => ({ default: (await import("./switch-dialog.tsx")).SwitchDialog }));

interface SubscriptionActionsProps {
  customer: string;
  licence: ManagedLicense;
  subscription: Subscription;
}

/** One of them at a time, and never together with the open menu (HOME-16). */
type Open = "switch" | "cancel" | "turn_on" | null;

/** What can be done with a subscription from the account page. */
export function SubscriptionActions({ customer, licence, subscription }: SubscriptionActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const [pending, setPending] = useState(false);
  const navigate = useNavigate();
  const item = subscription.items.data[0];
  const direction = item ? switchDirection(item.plan.id) : null;
  const otherPlan = item ? swapCycle(item.plan.id) : null;
  const isChanging = subscription.next !== null || Boolean(subscription.waiting);

  function changed() {
    setPending(true);
    void refreshAfterChange().finally(() => setPending(false));
  }

  const items: MenuItem[] = [
    {
      label: words.changeSeats,
      onSelect: () => {
        chooseTeam(licence.id);
        void navigate("/manage-team", { state: { open: "change-seats" } });
      },
    },
    ...(direction
      ? [
          {
            label: direction === "to_yearly" ? words.toYearly : words.toMonthly,
            unavailable: isChanging ? words.pending : undefined,
            onSelect: () => setOpen("switch"),
          },
        ]
      : []),
    subscription.cancel_at_period_end
      ? { label: words.turnOn, onSelect: () => setOpen("turn_on") }
      : { label: words.cancelSubscription, onSelect: () => setOpen("cancel") },
  ];
  const end = fromUnixSeconds(subscription.current_period_end);
  const shared = {
    customer,
    name: shownName(licence.description, licence.product_id),
    periodEnd: formatDate(end),
    onClose: () => setOpen(null),
  };
  const closing = () => {
    setOpen(null);
    changed();
  };
  return (
    <>
      {pending && <Tag kind="info">{words.pending}</Tag>}
      <Menu label={words.modify} items={items} small />
      <Suspense>
        {open === "cancel" && <CancelDialog {...shared} subscription={subscription.id} onChanged={closing} />}
        {open === "turn_on" && <TurnOnDialog {...shared} subscription={subscription.id} onChanged={closing} />}
        {open === "switch" && item && direction && otherPlan && (
          <SwitchDialog
            {...shared}
            subscription={subscription}
            direction={direction}
            plan={otherPlan}
            quantity={item.quantity}
            windowStart={subscription.current_period_end - switchWindowSeconds}
            onChanged={changed}
          />
        )}
      </Suspense>
    </>
  );
}
