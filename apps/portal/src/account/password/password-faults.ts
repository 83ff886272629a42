import { words } from "#words/account";

export interface NewPassword {
  readonly old: string;
  readonly wanted: string;
  readonly repeated: string;
}

/**
 * Returns the errors by field that the portal can detect without the service (PASSWORD-01); empty if there are none.
 *
 * @param isProved a passkey was used instead of the old password.
 */
export function passwordFaults(
  { old, wanted, repeated }: NewPassword,
  isProved: boolean,
): { old?: string; repeated?: string } {
  return {
    ...(old === "" && !isProved && { old: words.oldPasswordMissing }),
    ...((wanted === "" || wanted !== repeated) && { repeated: words.passwordsDiffer }),
  };
}
