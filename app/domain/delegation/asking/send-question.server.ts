import type { Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Database, DelegationChoice } from "#db/schema.ts";
import { requestCause } from "../requests/find-requests.server.ts";
import { newsExpiry } from "#app/domain/outbox/scheduling/news-expiry.ts";

/** After a day without reaching them, it is too late to ask. */
const expiresAfterHours = 24;

interface Question {
  /** The request's id. */
  id: string;
  method: DelegationChoice;
  /** The asker's id. */
  userId: string;
  /** True if the previous message was cancelled. */
  isAgain?: boolean;
  /** True if they said yes to all, so that this asks nothing. */
  isContinued?: boolean;
  notBefore?: string;
}

/** Sends nothing for a request by link, which the asker passes on. */
export async function sendQuestion(
  trx: Transaction<Database>,
  { id, method, userId, isAgain = false, isContinued = false, notBefore }: Question,
  now: string,
): Promise<void> {
  if (method === "link") return;
  const message = { kind: "delegation_request", channel: method, userId, subjectId: id } as const;
  const cause = requestCause(id);
  const dedupeKey = isAgain ? `${cause}:${now}` : cause;
  const expiresAt = isContinued ? newsExpiry(now) : laterBy(now, { hours: expiresAfterHours });
  const when = { expiresAt, ...(notBefore !== undefined && { notBefore }) };
  await addDeliveries(trx, [{ ...message, dedupeKey, ...when }], now);
}
