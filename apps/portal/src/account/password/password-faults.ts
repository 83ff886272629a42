import { words } from "#words/account";

export interface NewPassword {
  readonly old: string;
  readonly wanted: string;
  readonly repeated: string;
}

/**
 * What is wrong by field, as far as it can be seen without asking (PASSWORD-01); empty when nothing is.
 *
 * @param isProved a passkey was used in place of the old password.
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
