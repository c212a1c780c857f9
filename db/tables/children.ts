/** A link to a child's own page. */
export interface ChildPageTable {
  id: string;
  person_id: string;
  /** The account that made it. */
  made_by: string;
  token_hash: string;
  made_at: string;
  /** When the page was last opened, to the hour. */
  last_used_at: string | null;
}
