import { v7 as newId } from "uuid";

/** Google accepts base32hex (RFC 4648, section 7), which includes a UUID's hex digits. */
export function newEventId(): string {
  return newId().replaceAll("-", "");
}
