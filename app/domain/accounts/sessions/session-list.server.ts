import type { Kysely, Selectable, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { earlierBy, formatFullDate, nowIso } from "#app/domain/core/time.ts";
import {
  removeDeviceOfSession,
  removeDevicesOfOtherSessions,
} from "#app/domain/outbox/channels/push/devices.server.ts";
import type { AuditActor, Database } from "#db/schema.ts";
import { recordAudit, recordForAll } from "../audit/record-audit.server.ts";
import { type Session, sessionDays } from "./session.server.ts";

type OwnSession = Pick<Session, "userId" | "sessionId"> & { timeZone: string };

/** Dates are in the viewer's time zone: "Nov 21, 2026". */
interface SessionSummary {
  id: string;
  device: string | null;
  startedOn: string;
  lastUsedOn: string;
  isCurrent: boolean;
}

const sessionPageSize = 100;

/**
 * Lists the current session and then the others, most recently used first.
 * @param before where the page before ended, for a further page
 * @returns `older`, where the next page begins, if there is one
 */
export async function listSessions(
  db: Kysely<Database>,
  viewer: OwnSession,
  before?: string,
): Promise<{ sessions: SessionSummary[]; older: string | undefined }> {
  const now = nowIso();
  const own = db
    .selectFrom("sessions")
    .select(["id", "device", "created_at", "last_used_at"])
    .where("user_id", "=", viewer.userId);
  const current = before ? [] : await own.where("id", "=", viewer.sessionId).execute();
  const [lastUsedAt = "", lastId = ""] = before?.split(" ") ?? [];
  const others = await own
    .where("id", "!=", viewer.sessionId)
    .where("created_at", ">", earlierBy(now, { hours: 24 * sessionDays.max }))
    .where("last_used_at", ">", earlierBy(now, { hours: 24 * sessionDays.idle }))
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("last_used_at", "id"), "<", tuple(lastUsedAt, lastId)),
      ),
    )
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .limit(sessionPageSize + 1)
    .execute();
  const page = others.slice(0, sessionPageSize);
  const end = others.length > page.length ? page.at(-1) : undefined;
  return {
    sessions: [...current, ...page].map((row) => toSummary(row, viewer)),
    older: end && `${end.last_used_at} ${end.id}`,
  };
}

type SessionRow = Pick<
  Selectable<Database["sessions"]>,
  "id" | "device" | "created_at" | "last_used_at"
>;

function toSummary(
  { id, device, created_at, last_used_at }: SessionRow,
  { timeZone, sessionId }: OwnSession,
): SessionSummary {
  return {
    id,
    device,
    startedOn: formatFullDate(created_at, timeZone),
    lastUsedOn: formatFullDate(last_used_at, timeZone),
    isCurrent: id === sessionId,
  };
}

/** Returns false if the viewer has no such session. */
export async function endSessionElsewhere(
  db: Kysely<Database>,
  viewer: { userId: string },
  id: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("sessions")
      .where("id", "=", id)
      .where("user_id", "=", viewer.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await removeDeviceOfSession(trx, id);
    await recordAudit(trx, { kind: "sessions_ended", userId: viewer.userId });
    return true;
  });
}

/** Returns how many sessions there were. */
export async function endAllSessions(
  db: Kysely<Database>,
  userId: string,
  by: AuditActor,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    await removeDevicesOfOtherSessions(trx, userId);
    await recordAudit(trx, { kind: "sessions_ended", userId, by });
    return Number(numDeletedRows);
  });
}

/** Ends everybody's sessions after a restore or with new keys. Returns how many there were. */
export async function endEverySession(trx: Transaction<Database>): Promise<number> {
  const ended = await trx.deleteFrom("sessions").returning("user_id").execute();
  const userIds = [...new Set(ended.map(({ user_id }) => user_id))];
  await recordForAll(trx, { kind: "sessions_ended", userIds });
  return ended.length;
}

export async function endOtherSessions(
  trx: Transaction<Database>,
  userId: string,
  keep: readonly (string | null)[],
): Promise<void> {
  const kept = keep.filter((id) => id !== null);
  await trx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "not in", idList(kept))
    .execute();
  await removeDevicesOfOtherSessions(trx, userId, kept);
}
