import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database, DeliveryState, MessageKind } from "#db/schema.ts";
import type { TestFamily } from "./family.ts";

export const noon = "2031-06-01T16:00:00.000Z";

interface Row {
  state: DeliveryState;
  kind?: MessageKind;
  channel?: Channel;
  reason?: string;
  subject_id?: string;
  merged_into?: string;
  other_way?: "none";
  id?: string;
  minute?: number;
}

/** Returns its id. @param row.minute minutes after noon */
export async function addDelivery(
  db: Kysely<Database>,
  { userId }: TestFamily,
  { minute = 0, id = newId(), ...row }: Row,
): Promise<string> {
  const at = laterBy(noon, { minutes: minute });
  // The creation is always in the present: a worker takes a message created in the future for one
  // made before the clock was set back, and sends it now.
  const times = {
    due_at: at,
    not_before: at,
    created_at: nowIso(),
    claimed_at: row.state === "ready" ? null : at,
  };
  const is_own = isOwn(row.kind ?? "test") ? 1 : 0;
  await db
    .insertInto("deliveries")
    .values({
      id,
      kind: "test",
      channel: "sms",
      user_id: userId,
      subject_id: userId,
      dedupe_key: id,
      is_own,
      ...times,
      ...row,
    })
    .execute();
  return id;
}

const isOwn = (kind: MessageKind) =>
  ["reminder", "late_reminders", "daily_summary", "test"].includes(kind);
