import { ApiError } from "@foyer/api-client/errors";
import { countryCodes } from "@foyer/domain/countries";
import { Button } from "@foyer/ui/button";
import { Field } from "@foyer/ui/field";
import { ErrorState, Skeleton } from "@foyer/ui/placeholders";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { words } from "#words/buy";
import { requestOf, sentenceOf } from "../shared/failure-sentence.ts";
import { formClass, Panel } from "../shared/panel.tsx";
import { Screen } from "../shared/screen.tsx";
import { useSubmit } from "../shared/use-submit.ts";
import { askForQuote } from "./ask-for-quote.ts";
import styles from "./buy.module.css";
import type { Choice } from "./choice.ts";
import { RefusedCode } from "./refused-code.tsx";
import { Chosen } from "./chosen.tsx";
import { checkoutQuery } from "./queries.ts";

interface QuoteStepProps {
  choice: Choice;
  onQuoted: (checkout: string) => void;
  onCoupon: (code: string | null) => void;
  onBack: () => void;
}

const COUNTRY = "billing.address.country";

interface Asked {
  country: string | null;
  coupon: string | null;
}

/** True if a code was refused, or too many were. */
const isAboutCode = ({ code, status }: ApiError): boolean => code === 20_007 || status === 429;

/** Asks for the quote; before it, for the country if the tax depends on it. */
export function QuoteStep({ choice, onQuoted, onCoupon, onBack }: QuoteStepProps) {
  const queries = useQueryClient();
  const isAsked = useRef(false);
  const asking = useSubmit(async ({ country, coupon }: Asked) => {
    const checkout = await askForQuote({ ...choice, coupon }, country);
    if (!checkout) return onBack();
    queries.setQueryData(checkoutQuery(checkout.id).queryKey, checkout);
    onQuoted(checkout.id);
  });
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    asking.submit({ country: null, coupon: choice.coupon });
  }, [asking, choice.coupon]);

  const { failure } = asking;
  const asksCountry = failure instanceof ApiError && failure.errors[0]?.field === COUNTRY;
  const [wasAsked, setWasAsked] = useState(false);
  if (asksCountry && !wasAsked) setWasAsked(true);
  const isCodeRefused = choice.coupon !== null && failure instanceof ApiError && isAboutCode(failure);
  function ask(country: string | null, coupon = choice.coupon) {
    if (coupon !== choice.coupon) onCoupon(coupon);
    asking.submit({ country, coupon });
  }
  return (
    <Screen title={words.pageTitle} heading={words.reviewHeading} width="text">
      <Chosen choice={choice} onBack={onBack} />
      {isCodeRefused ? (
        <RefusedCode
          code={choice.coupon ?? ""}
          error={sentenceOf(failure)}
          busy={asking.busy}
          onCoupon={(coupon) => ask(null, coupon)}
        />
      ) : wasAsked ? (
        <CountryForm busy={asking.busy} failure={asksCountry ? null : failure} onChoose={ask} />
      ) : failure === null ? (
        <Skeleton label={words.quoting} lines={[0.9, 0.9, 0.6]} />
      ) : (
        <ErrorState
          title={words.quoteFailed}
          request={requestOf(failure)}
          retry={{ label: words.tryAgain, busy: asking.busy, onRetry: () => ask(null) }}
        >
          {sentenceOf(failure)}
        </ErrorState>
      )}
    </Screen>
  );
}

const names = new Intl.DisplayNames(["en"], { type: "region" });
const countries = countryCodes
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .toSorted((one, other) => one.name.localeCompare(other.name));

interface CountryFormProps {
  busy: boolean;
  failure: unknown;
  onChoose: (country: string) => void;
}

function CountryForm({ busy, failure, onChoose }: CountryFormProps) {
  const [country, setCountry] = useState("");
  function submitted(event: FormEvent) {
    event.preventDefault();
    if (country !== "") onChoose(country);
  }
  return (
    <Panel>
      <form className={formClass} onSubmit={submitted}>
        <Field label={words.country} hint={words.countryHint} error={failure === null ? null : sentenceOf(failure)}>
          {(control) => (
            <select
              {...control}
              className={styles.select}
              autoComplete="billing country"
              value={country}
              onChange={({ target }) => setCountry(target.value)}
            >
              <option value="">{words.chooseCountry}</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button type="submit" look="primary" busy={busy} disabled={country === ""}>
          {words.showAmount}
        </Button>
      </form>
    </Panel>
  );
}
