/** An event that a rule of app/domain/core/rate-limits counts until it expires. */
export interface LimitEventTable {
  id: string;
  rule: string;
  key: string;
  expires_at: string;
}
