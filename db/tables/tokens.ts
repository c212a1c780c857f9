/** The access that a token gives. Each kind includes those before it. */
export type TokenAccess = "read" | "write" | "ask";

/** The answer to a program's request, for when the request comes again. */
export interface KeptAnswerTable {
  user_id: string;
  /** The program's `Idempotency-Key`. */
  request_key: string;
  request_hash: string;
  begun_at: string;
  /** JSON; null while the request is under way. */
  answer: string | null;
}

/** A secret with which another program acts for an account. */
export interface AccessTokenTable {
  id: string;
  user_id: string;
  household_id: string;
  name: string;
  access: TokenAccess;
  token_hash: string;
  /** When its present secret was made. */
  made_at: string;
  expires_at: string;
  /** When it was last used, to the hour. */
  last_used_at: string | null;
  /** The network of that use: an IPv4 address or an IPv6 /64 network. */
  last_network: string | null;
}
