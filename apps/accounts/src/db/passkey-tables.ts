/** Purpose of a challenge; an answer for one purpose is invalid for another. */
export type ChallengePurpose = "sign_in" | "add" | "proof";

export interface PasskeyTable {
  id: string;
  account_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export interface PasskeyChallengeTable {
  challenge_hash: Buffer;
  purpose: ChallengePurpose;
  session_id: string | null;
  token_hash: Buffer | null;
  expires_at: Date;
}
