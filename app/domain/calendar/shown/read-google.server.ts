import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { GoogleClient } from "#app/services/google/client.server.ts";
import { type EventDate, listEventDates } from "#app/services/google/event-dates.server.ts";
import type { Outcome } from "#app/services/sending.ts";
import type { Database, GoogleDetail } from "#db/schema.ts";
import { readToken } from "../find-connection.server.ts";
import { recordGrantGone } from "../record-grant-gone.server.ts";
import { titleOf } from "./file/event.ts";
import { type ListedEvent, nearest } from "./file/list-events.server.ts";
import type { CalendarRow, Days, Reading } from "./reading.ts";

interface About {
  /** Undefined if Mila's owner has not set Google up. */
  google: GoogleClient | undefined;
  encryptionKey: string;
  /** Identifies this Mila in the events that it wrote. */
  instanceId: string;
}

/** Reads the main calendar of a connected Google account. */
export async function readGoogle(
  db: Kysely<Database>,
  { added_by: userId, digest: before, google_detail: detail }: CalendarRow,
  { google, encryptionKey, instanceId }: About,
  { from, before: end, today }: Days,
  now: string,
): Promise<Reading> {
  const token = await readToken(db, userId, encryptionKey);
  if (token === null) return { status: "failed", problem: "lost_address" };
  if (!google) return { status: "failed", problem: "refused" };
  const listed = await listEventDates(google, token, {
    calendarId: "primary",
    from: `${from}T00:00:00Z`,
    before: `${end}T00:00:00Z`,
    withTitles: detail === "titles",
  });
  if (listed.type === "missing") return { status: "failed", problem: "gone" };
  if (listed.type === "not_listed") return afterRefusal(db, userId, listed.outcome, now);
  const events = listed.events
    .filter((event) => isShown(event, detail!, instanceId))
    .map((event) => toListed(event, detail!));
  const shown = nearest(events, today);
  const digest = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return {
    status: "read",
    changes: { digest, listed_at: now },
    ...(digest !== before && { events: shown }),
  };
}

/** Omits the tasks that Mila wrote there, because the week has them already. */
function isShown(
  { isDeclined, isFree, mila }: EventDate,
  detail: GoogleDetail,
  instanceId: string,
): boolean {
  const isOwn = mila !== undefined && (mila.instanceId ?? instanceId) === instanceId;
  return !isDeclined && !isOwn && !(isFree && detail === "busy");
}

function toListed(
  { title, isPrivate, starts, ends }: EventDate,
  detail: GoogleDetail,
): ListedEvent {
  return { title: detail === "titles" && !isPrivate ? titleOf(title) : "", starts, ends };
}

async function afterRefusal(
  db: Kysely<Database>,
  userId: string,
  outcome: Outcome,
  now: string,
): Promise<Reading> {
  if (outcome.status === "needs_user") {
    await db.transaction().execute((trx) => recordGrantGone(trx, { userId, since: now }));
    return { status: "ended" };
  }
  if (outcome.status !== "later") {
    const problem = outcome.status === "unclear" ? "unanswered" : "refused";
    return { status: "failed", problem };
  }
  const { retryAfterSeconds } = outcome;
  return { status: "failed", problem: "unanswered", retryAfterSeconds };
}
