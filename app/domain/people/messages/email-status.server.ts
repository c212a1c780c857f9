import type { Kysely } from "kysely";
import { findUnconfirmed } from "#app/domain/accounts/confirmed-address.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { problemInWords } from "#app/domain/outbox/views/state-in-words.ts";
import type { Database } from "#db/schema.ts";

export interface EmailStatus {
  /** True if it waits until the sender has confirmed their address. */
  isDraft: boolean;
  /** Why it did not reach them: "Not sent: …". */
  problem: string | null;
}

/** The longest time in which an email may still be sent. Older problems are no news. */
const daysShown = 7;

export const noEmail: EmailStatus = { isDraft: false, problem: null };

/** Returns the status of the newest email about each subject, by its id. */
export async function findEmailStatuses(
  db: Kysely<Database>,
  kind: "invitation" | "welcome",
  subjects: { id: string; senderId: string }[],
  timeZone: string,
): Promise<Map<string, EmailStatus>> {
  const now = nowIso();
  const newestFirst = await findMessagesAbout(
    db,
    kind,
    subjects.map(({ id }) => id),
  );
  const messages = new Map(
    newestFirst.toReversed().map((message) => [message.subject_id, message]),
  );
  const unconfirmed = await findUnconfirmed(
    db,
    subjects.map(({ senderId }) => senderId),
  );
  return new Map(
    subjects.flatMap(({ id, senderId }): [string, EmailStatus][] => {
      const message = messages.get(id);
      if (!message || message.due_at <= earlierBy(now, { hours: 24 * daysShown })) return [];
      const isDraft = message.state === "ready" && unconfirmed.has(senderId);
      return [[id, { isDraft, problem: problemInWords(message, timeZone, now) }]];
    }),
  );
}
