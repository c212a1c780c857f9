import { type Kysely, sql } from "kysely";
import { formatDue } from "#app/domain/core/time.ts";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import type { MessageTypes } from "../message-type.ts";
import { isOpen } from "../queries/is-in.ts";
import { stateInWords } from "./state-in-words.ts";

export const messageLogPageSize = 50;

/** The rare groups are literals, so that SQLite uses the indexes of exactly these states. */
const groups = {
  all: sql<boolean>`true`,
  waiting: isOpen,
  sent: sql<boolean>`state in ('sent', 'delivered')`,
  failed: sql<boolean>`state in ('failed', 'undelivered')`,
  "not-sent": sql<boolean>`state in ('cancelled', 'merged', 'expired')`,
};

type MessageGroup = keyof typeof groups;
export const messageGroups = Object.keys(groups) as [MessageGroup, ...MessageGroup[]];

interface LoggedMessage {
  id: string;
  kind: string;
  channel: Channel;
  /** In the viewer's time zone: "Nov 21, 3:00 PM". */
  due: string;
  state: string;
  attempts: number;
  canTryAgain: boolean;
  canCancel: boolean;
}

interface Page {
  group: MessageGroup;
  timeZone: string;
  /** The id of the last message of the page before. */
  before: string | undefined;
}

/** Everybody's messages, newest first, without their words and recipients. */
export async function listMessageLog(
  db: Kysely<Database>,
  messageTypes: MessageTypes,
  { group, before, timeZone }: Page,
  now: string,
): Promise<LoggedMessage[]> {
  const rows = await messageLogQuery(db, group, before).execute();
  return rows.map((row) => ({
    id: row.id,
    // A newer version may have written an unknown kind.
    kind: Object.hasOwn(messageTypes, row.kind) ? messageTypes[row.kind].label : "Message",
    channel: row.channel,
    due: formatDue(row.dueAt, timeZone),
    state: stateInWords(row, timeZone, now),
    attempts: row.attempts,
    canTryAgain: isRetriable(row.state),
    canCancel: row.state === "ready",
  }));
}

export function messageLogQuery(
  db: Kysely<Database>,
  group: MessageGroup,
  before: string | undefined,
) {
  const chosen = db
    .selectFrom("deliveries")
    .select(["id", "kind", "channel", "state", "reason", "attempts"])
    .select([
      "due_at as dueAt",
      "not_before as notBefore",
      "claimed_at as claimedAt",
      "held_at as heldAt",
    ])
    .where(groups[group]);
  return (before ? chosen.where("id", "<", before) : chosen)
    .orderBy("id", "desc")
    .limit(messageLogPageSize);
}

function isRetriable(state: DeliveryState): boolean {
  return state === "failed" || state === "undelivered";
}
