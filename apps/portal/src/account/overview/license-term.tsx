import type { ManagedLicense } from "@foyer/contract/licenses";
import { formatMoney } from "@foyer/domain/money";
import { SkeletonLine } from "@foyer/ui/placeholders";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/account";
import { customerQuery, plansQuery } from "../../shared/billing/queries.ts";
import { Priced } from "../../shared/money/priced.tsx";
import { isFirstLoad } from "../../shared/screens/loaded.tsx";
import { useLicenseOver } from "../../shared/settings/use-is-over.ts";
import { licenseTerm } from "../../shared/subscription/license-term.ts";
import { isPastDue } from "../../shared/subscription/past-due.ts";
import { renewals } from "../payment/renewal-charge.ts";

interface LicenseTermProps {
  license: ManagedLicense;
  /** The viewer's; null for a person who is no customer. */
  customerId: string | null;
}

/** When a license ends or renews, and to the cent for how much, as far as the viewer pays for it. */
export function LicenseTerm({ license, customerId }: LicenseTermProps) {
  const term = licenseTerm(license, useLicenseOver(license));
  if (isPastDue(license)) return <Failed />;
  if (term.kind === "endless" || term.at === null) return null;
  if (term.kind === "ended" || term.kind === "over") return words.endedAt(term.at);
  if (term.kind === "expires") return words.endsAt(term.at);
  const { subscription_id: id } = license;
  return customerId === null || id === undefined ? (
    words.renewsAt(term.at)
  ) : (
    <Renewal customerId={customerId} id={id} date={term.at} />
  );
}

const Failed = () => <Tag kind="danger">{words.paymentFailed}</Tag>;

function Renewal({ customerId, id, date }: { customerId: string; id: string; date: string }) {
  const customer = useQuery(customerQuery(customerId));
  const plans = useQuery(plansQuery);
  // A figure that came later would change the line (LOOK-16).
  if (isFirstLoad(customer) || isFirstLoad(plans)) return <SkeletonLine width={1} />;
  const { subscriptions = [], customer: { balance = 0 } = {} } = customer.data ?? {};
  // The service of the license may not know it yet.
  if (subscriptions.some((one) => one.id === id && one.open_invoice)) return <Failed />;
  const charge = renewals(subscriptions, plans.data ?? [], balance).get(id) ?? "unknown";
  if (charge === "unknown") return words.renewsAt(date);
  return <Priced>{words.renewsFor(date, formatMoney(charge.due, charge.currency))}</Priced>;
}
