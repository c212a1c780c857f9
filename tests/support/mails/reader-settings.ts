import type { ReaderSettings } from "#app/domain/mail/mails.server.ts";

/** For readers that ask no model, so there is nothing to log. */
export const readerSettings = (encryptionKey: string): ReaderSettings => ({
  encryptionKey,
  log: () => undefined,
});
