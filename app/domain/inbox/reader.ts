import type { Transaction } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { IncomingMessage } from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import type { LimitSettings } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";

/** Returns null if the message is not for this reader; the next one is tried then. */
export type Reader = (
  trx: Transaction<Database>,
  message: IncomingMessage,
  settings: InboxSettings,
) => Promise<Reply | null>;

export interface Reply {
  /** Null sends no reply. */
  text: string | null;
  /**
   * Set for words of a new task: nothing has changed yet, and they are understood outside of a
   * transaction.
   */
  newTask?: OwnMessage;
}

/** A message from an account holder. */
export type OwnMessage = IncomingMessage & { user: ZonedViewer };

export interface InboxSettings {
  linkKey: string;
  /** For users whose own zone is unknown. */
  timeZone: string;
  limits: LimitSettings;
  logInfo: (facts: object) => void;
}
