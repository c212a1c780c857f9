import type { Kysely } from "kysely";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { asAdded } from "#db/sql/as-added.ts";
import { findWait, type Product, type WaitsForUser } from "../message-type.ts";
import { lastMessageId } from "../queries/used-channels.server.ts";
import { isUnconfirmed } from "../reasons.ts";
import { groupOf } from "../state.ts";
import { stateInWords } from "./state-in-words.ts";

interface DeliveryView {
  id: string;
  channel: Channel;
  what: string;
  dueAt: string;
  /** The day in the viewer's time zone. */
  day: string;
  state: string;
  hasFailed: boolean;
}

interface Description {
  what: string;
  note: string | null;
  confirmsAddress?: boolean;
}

const unknownMessage: Description = { what: "", note: null };

const maxResults = 50;

export async function listDeliveries(
  db: Kysely<Database>,
  product: Product,
  viewer: { userId: string; timeZone: string },
  now: string = nowIso(),
): Promise<DeliveryView[]> {
  const rows = await deliveryListQuery(db, viewer.userId).execute();
  const descriptions = await describe(db, product, viewer.userId, rows);
  return rows.map((row) => {
    const { what, note, confirmsAddress } = descriptions.get(row.id) ?? unknownMessage;
    return {
      id: row.id,
      channel: row.channel,
      what,
      dueAt: row.dueAt,
      day: formatDate(row.dueAt, viewer.timeZone),
      state:
        (row.state === "ready" && note) ||
        stateInWords({ ...finalState(row), confirmsAddress }, viewer.timeZone, now),
      hasFailed: groupOf[row.lastState] === "failed",
    };
  });
}

type Row = Awaited<ReturnType<ReturnType<typeof deliveryListQuery>["execute"]>>[number];

export function deliveryListQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("deliveries")
    .innerJoin("deliveries as last", (join) => join.on("last.id", "=", lastMessageId))
    .select([
      "deliveries.id",
      "deliveries.kind",
      "deliveries.subject_id",
      "deliveries.channel",
      "deliveries.state",
    ])
    .select([
      "deliveries.due_at as dueAt",
      "last.state as lastState",
      "last.channel as lastChannel",
      "last.reason",
    ])
    .select([
      "last.not_before as notBefore",
      "last.claimed_at as claimedAt",
      "last.held_at as heldAt",
    ])
    .where("deliveries.user_id", "=", userId)
    .orderBy("deliveries.created_at", "desc")
    .orderBy(asAdded("deliveries"), "desc")
    .limit(maxResults);
}

async function describe(
  db: Kysely<Database>,
  { messageTypes, isSetUp }: Product,
  userId: string,
  rows: Row[],
) {
  const descriptions = new Map<string, Description>();
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    // A newer version may have written an unknown kind.
    const type = Object.hasOwn(messageTypes, kind) ? messageTypes[kind] : undefined;
    const subjects = await type?.describe?.(
      db,
      userId,
      some.map(({ subject_id }) => subject_id),
    );
    const wait = type && findWait(type, isSetUp);
    const note = wait ? await findNote(db, wait, userId) : null;
    for (const { id, subject_id } of some) {
      const what = [type?.label ?? "Message", subjects?.get(subject_id)].filter(Boolean).join(": ");
      descriptions.set(id, { what, note, confirmsAddress: type?.confirmsAddress });
    }
  }
  return descriptions;
}

async function findNote(db: Kysely<Database>, { isWaiting, note }: WaitsForUser, userId: string) {
  const { waits } = await db
    .selectNoFrom((eb) => isWaiting(db, eb.val(userId)).as("waits"))
    .executeTakeFirstOrThrow();
  return waits ? note : null;
}

function finalState({ state, channel, lastState, lastChannel, ...times }: Row) {
  const isSent = groupOf[lastState] === "sent";
  const wentWithOthers = state === "merged" && channel === lastChannel && isSent;
  const isInDoubt = isUnconfirmed({ state: lastState, reason: times.reason });
  return {
    ...times,
    channel: lastChannel,
    state: wentWithOthers && !isInDoubt ? state : lastState,
  };
}
