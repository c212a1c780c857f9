import { v7 as newId } from "uuid";

/** Columns of an entry before anything was sent. */
export function newEntry(now: string) {
  return {
    id: newId(),
    event_id: newEventId(),
    content: "",
    revision: 0,
    created_at: now,
  } as const;
}

/** Google accepts base32hex (RFC 4648, section 7), which includes a UUID's hex digits. */
export function newEventId(): string {
  return newId().replaceAll("-", "");
}
