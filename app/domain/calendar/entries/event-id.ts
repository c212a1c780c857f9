import { v7 as newId } from "uuid";

/** An id for an event, as Google takes them from us: a UUID's digits are among base32hex's letters (RFC 4648, 7). */
export function newEventId(): string {
  return newId().replaceAll("-", "");
}
