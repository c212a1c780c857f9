import { createHmac } from "node:crypto";
import { mailboxOf } from "#app/domain/core/mailbox.ts";

/** A keyed hash, so that counts need no addresses. @param to an E.164 number or an email address */
export function recipientOf(key: string, to: string): string {
  const recipient = to.includes("@") ? mailboxOf(to) : to;
  return createHmac("sha256", key).update(`recipient\n${recipient}`).digest("base64url");
}
