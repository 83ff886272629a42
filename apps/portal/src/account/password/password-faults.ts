import { words } from "#words/account";

export interface NewPassword {
  readonly old: string;
  readonly wanted: string;
  readonly repeated: string;
}

/** What is wrong by field, as far as it can be seen without asking (PASSWORD-01); empty when nothing is. */
export function passwordFaults({ old, wanted, repeated }: NewPassword): { old?: string; repeated?: string } {
  return {
    ...(old === "" && { old: words.oldPasswordMissing }),
    ...((wanted === "" || wanted !== repeated) && { repeated: words.passwordsDiffer }),
  };
}
