import type { Catalogue, ProductOnSale } from "@foyer/contract/checkout";
import { cents, formatMoney } from "@foyer/domain/money";
import { productOfPlan } from "@foyer/domain/catalogue";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { EmptyState } from "@foyer/ui/placeholders";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/buy";
import { words as codes } from "#words/discounts";
import { Form } from "../shared/forms/form.tsx";
import { Loaded } from "../shared/screens/loaded.tsx";
import { Screen } from "../shared/screens/screen.tsx";
import { brand } from "../shared/settings/settings.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { AlreadyThere } from "./already-there.tsx";
import styles from "./buy.module.css";
import { type Choice, seatsOf } from "./choice.ts";
import { Option } from "./option.tsx";
import { Sum } from "./sum.tsx";
import { catalogueQuery } from "./queries.ts";
import { TrialOffer } from "./trial-offer.tsx";
import { type EndedLicense, useEndedLicense } from "./use-ended-license.ts";
import { useKnownTax } from "./use-known-tax.ts";
import { useServedForm } from "./use-served-form.ts";

interface ChooseStepProps {
  choice: Choice;
  isSignedIn: boolean;
  onChange: (change: Partial<Choice>) => void;
  onConfirm: (chosen: Pick<Choice, "plan" | "seats" | "trial">) => void;
}

/** Asks for product, billing and seats, and shows the price. */
export function ChooseStep(props: ChooseStepProps) {
  const { choice, isSignedIn } = props;
  const catalogue = useQuery(catalogueQuery);
  const ended = useEndedLicense(isSignedIn ? choice.license : null);
  if (ended.isPending) return <WaitingScreen title={words.pageTitle} />;
  const heading = ended.license ? words.returnHeading(ended.license.description) : words.chooseHeading;
  return (
    <Screen title={words.pageTitle} heading={heading}>
      {ended.isMissing && (
        <Notice kind="warning" title={words.noLicense}>
          {words.noLicenseText}
        </Notice>
      )}
      {ended.license && <p>{words.returnText}</p>}
      <Loaded query={catalogue} failed={words.failed} lines={[0.4, 0.9, 0.9, 0.6]}>
        {(all) => <Plans {...props} catalogue={all} ended={ended.license} />}
      </Loaded>
    </Screen>
  );
}

interface PlansProps extends ChooseStepProps {
  catalogue: Catalogue;
  ended: EndedLicense | null;
}

function Plans(props: PlansProps) {
  const { catalogue, ended, choice } = props;
  const own = ended && productOfPlan(ended.product_id);
  const products = own === null ? catalogue.products : renewable(catalogue.products, own);
  const wanted = choice.plan ?? ended?.product_id ?? null;
  const product =
    products.find(({ plans }) => plans.some(({ id }) => id === wanted)) ??
    products.find(({ id }) => id === wanted) ??
    products[0];
  const plan = product?.plans.find(({ id }) => id === wanted) ?? product?.plans[0];
  if (!product || !plan) {
    return (
      <EmptyState title={words.nothing}>
        {words.nothingText} <a href={`mailto:${brand.salesEmail}`}>{brand.salesEmail}</a>
      </EmptyState>
    );
  }
  return <PlansForm {...props} products={products} product={product} plan={plan} />;
}

interface PlansFormProps extends PlansProps {
  products: readonly ProductOnSale[];
  /** The chosen product. */
  product: ProductOnSale;
  /** The chosen plan of that product. */
  plan: PlanOnSale;
}

function PlansForm({ products, product, plan, ...props }: PlansFormProps) {
  const { catalogue, ended, choice, isSignedIn, onChange, onConfirm } = props;
  const [isTried, setTried] = useState(false);
  const taxRates = useKnownTax(catalogue, isSignedIn);
  const seats = choice.seats === "" && ended ? String(Math.max(1, ended.used_seats)) : choice.seats;
  const quantity = seatsOf({ seats });

  function submitted() {
    setTried(true);
    if (quantity === null) return;
    onConfirm({ plan: plan.id, seats, trial: null });
  }

  const form = useServedForm(({ product: productId, billing, seats: typed = seats, coupon: code = "" }) => {
    const chosen = products.find(({ id }) => id === productId) ?? product;
    const planId = sameBilling(chosen, billing === "month" || billing === "year" ? billing : null);
    const coupon = code === "" ? null : code;
    if (planId !== plan.id || typed !== seats || coupon !== choice.coupon)
      onChange({ plan: planId, seats: typed, coupon });
  });

  return (
    <Form ref={form} className={styles.choose} onSubmit={submitted}>
      <div className={styles.options}>
        {choice.plan !== null && choice.plan !== plan.id && choice.plan !== product.id && (
          <Notice kind="warning" title={words.notOnSale(choice.plan)}>
            {words.notOnSaleText}
          </Notice>
        )}
        {products.length > 1 && (
          <fieldset className={styles.group}>
            <legend>{words.product}</legend>
            <div className={styles.grid}>
              {products.map((one) => (
                <Option
                  key={one.id}
                  name="product"
                  value={one.id}
                  label={one.name}
                  detail={cheapest(one)}
                  isChosen={one.id === product.id}
                  onChoose={() => onChange({ plan: sameBilling(one, plan.interval) })}
                />
              ))}
            </div>
          </fieldset>
        )}
        <fieldset className={styles.group}>
          <legend>{words.billing}</legend>
          <div className={styles.grid}>
            {product.plans.map(({ id, interval, amount, currency }) => (
              <Option
                key={id}
                name="billing"
                value={interval ?? "once"}
                label={billingName(interval)}
                detail={words.each(formatMoney(cents(amount), currency), interval)}
                note={noteOf(product, interval, currency)}
                isChosen={id === plan.id}
                onChoose={() => onChange({ plan: id })}
              />
            ))}
          </div>
        </fieldset>
        <TextField
          label={words.seatsLabel}
          name="seats"
          inputMode="numeric"
          autoComplete="off"
          className={styles.seats}
          value={seats}
          hint={plan.interval === null ? words.seatsOnceHint : words.seatsHint}
          error={(isTried || seats !== "") && quantity === null ? words.seatsFault : null}
          onChange={({ target }) => onChange({ plan: plan.id, seats: target.value })}
        />
        <TextField
          label={codes.haveCode}
          name="coupon"
          hint={codes.chooseHint}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          maxLength={40}
          className={styles.code}
          value={choice.coupon ?? ""}
          onChange={({ target }) => onChange({ plan: plan.id, coupon: target.value === "" ? null : target.value })}
        />
        {isSignedIn && ended === null && <AlreadyThere product={product.id} />}
      </div>
      <Sum product={product} plan={plan} quantity={quantity} taxRates={taxRates}>
        {ended === null && (
          <TrialOffer
            product={product}
            isSignedIn={isSignedIn}
            onTry={() => onConfirm({ plan: plan.id, seats, trial: product.id })}
          />
        )}
      </Sum>
    </Form>
  );
}

type PlanOnSale = ProductOnSale["plans"][number];

/** Returns the plans that can renew an ended subscription: subscriptions, not single payments. */
function renewable(products: readonly ProductOnSale[], own: string | null): ProductOnSale[] {
  const product = products.find(({ id }) => id === own);
  const plans = product?.plans.filter(({ interval }) => interval !== null) ?? [];
  return product && plans.length > 0 ? [{ ...product, plans }] : [];
}

function billingName(interval: PlanOnSale["interval"]): string {
  if (interval === null) return words.once;
  return interval === "year" ? words.yearly : words.monthly;
}

function noteOf(product: ProductOnSale, interval: PlanOnSale["interval"], currency: string): string | null {
  if (interval === null) return words.onceNote;
  const isSaving = interval === "year" && product.year_saves;
  return isSaving ? words.saves(formatMoney(cents(isSaving), currency)) : null;
}

/** Returns the lowest monthly price; the price of a product without a subscription. */
function cheapest({ plans }: ProductOnSale): string {
  const months = plans.flatMap(({ amount, interval, currency }) =>
    interval === null ? [] : [{ currency, amount: interval === "year" ? Math.ceil(amount / 12) : amount }],
  );
  const [least] = months.toSorted((one, other) => one.amount - other.amount);
  if (least) return words.from(formatMoney(cents(least.amount), least.currency));
  const [once] = plans;
  return once ? words.fromOnce(formatMoney(cents(once.amount), once.currency)) : "";
}

function sameBilling({ plans }: ProductOnSale, interval: PlanOnSale["interval"]): string | null {
  return (plans.find((plan) => plan.interval === interval) ?? plans[0])?.id ?? null;
}
