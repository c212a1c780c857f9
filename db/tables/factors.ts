export interface TotpFactorTable {
  user_id: string;
  /** Encrypted and bound to the user. */
  secret: string;
  /** The 30-second step of the last accepted code. */
  last_step: number;
  created_at: string;
}

/** Each works once, until the user makes new ones. */
export interface RecoveryCodeTable {
  id: string;
  user_id: string;
  code_hash: string;
  created_at: string;
  used_at: string | null;
}
