import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import type { MailboxAddress } from "#app/services/mailbox/imap.server.ts";

/** @param id of the mailbox's row */
export function sealMailbox(key: string, address: MailboxAddress, id: string): string {
  return encrypt(key, JSON.stringify(address), id);
}

/** Returns undefined for what lost keys have sealed. */
export function openSealed(
  key: string,
  { id, content }: { id: string; content: string },
): MailboxAddress | undefined {
  const text = decrypt(key, content, id);
  return text === null ? undefined : (JSON.parse(text) as MailboxAddress);
}
