import { PasswordField } from "@foyer/ui/field";
import { type ComponentProps, useEffect, useState } from "react";
import type { PasswordOwner, StrengthMeter } from "./strength-meter.tsx";

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  hint: string;
  value: string;
  /** The owner of the password, as far as the page knows. */
  owner: PasswordOwner;
}

/**
 * A field for a new password that shows how hard it is to guess, from the first letter on. The service's error has
 * priority: with an error there is no meter.
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

/** Tells a password manager for which account a form changes the password. */
export function AccountNameOf({ username = "" }: { username: string | undefined }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />;
}

interface MeterPart {
  readonly StrengthMeter: typeof StrengthMeter;
}

/** Returns the meter, which is loaded when first needed; null until then, and if it cannot be loaded. */
function useMeterPart(isWanted: boolean): MeterPart | null {
  const [meter, setMeter] = useState<MeterPart | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    import("./strength-meter.tsx").then(
      (part) => {
        if (!isLeft) setMeter(part);
      },
      // The form works without it.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted]);
  return meter;
}
