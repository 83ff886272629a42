import { PasswordField } from "@foyer/ui/field";
import { type ComponentProps, useEffect, useState } from "react";
import type { PasswordOwner, StrengthMeter } from "./strength-meter.tsx";

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  hint: string;
  value: string;
  /** Whose password it will be, as far as the page knows. */
  owner: PasswordOwner;
}

/**
 * Where somebody chooses a password: a field that says how hard it is to guess, from the first letter on. What the service has
 * said of it counts for more: beside an error there is no meter.
 */
export function NewPasswordField({ hint, owner, ...field }: NewPasswordFieldProps) {
  const meter = useMeterPart(field.value !== "");
  const help = (
    <>
      {hint}
      {meter && !field.error && <meter.StrengthMeter password={field.value} owner={owner} />}
    </>
  );
  return <PasswordField {...field} hint={help} autoComplete="new-password" />;
}

interface MeterPart {
  readonly StrengthMeter: typeof StrengthMeter;
}

/** The meter, fetched when it is first wanted; null until then, and for good where it cannot be fetched. */
function useMeterPart(isWanted: boolean): MeterPart | null {
  const [meter, setMeter] = useState<MeterPart | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    import("./strength-meter.tsx").then(
      (part) => {
        if (!isLeft) setMeter(part);
      },
      // The form is whole without it.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted]);
  return meter;
}
