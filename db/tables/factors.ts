export interface TotpFactorTable {
  user_id: string;
  /** Encrypted and bound to the user. */
  secret: string;
  /** The 30-second step of the last accepted code. */
  last_step: number;
  created_at: string;
}

/** Each code works once, until the user makes new ones. */
export interface RecoveryCodeTable {
  id: string;
  user_id: string;
  code_hash: string;
  created_at: string;
  used_at: string | null;
}

/** A WebAuthn credential. */
export interface PasskeyTable {
  id: string;
  user_id: string;
  /** The user's own name for it. */
  name: string;
  /** Encoded in base64url, like the public key. */
  credential_id: string;
  public_key: string;
  /** How often the device has used it; many always report 0. */
  counter: number;
  /** How browsers reach the device, separated by spaces: "hybrid internal". */
  transports: string;
  created_at: string;
  last_used_at: string | null;
}

/** Used challenges are kept until they would have expired anyway. */
export interface UsedChallengeTable {
  challenge: string;
  used_at: string;
}
