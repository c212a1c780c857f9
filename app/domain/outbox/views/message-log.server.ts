import type { Kysely } from "kysely";
import { formatDue } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { MessageTypes } from "../message-type.ts";
import { type StateGroup, statesIn, transitions } from "../state.ts";
import { stateInWords } from "./state-in-words.ts";

export const messageLogPageSize = 50;

export const messageGroups = ["all", "waiting", "sent", "failed", "not-sent"] as const;
type MessageGroup = "all" | StateGroup;

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
  /** The id of the last message of the previous page. */
  before: string | undefined;
}

/** Lists everybody's messages, newest first, without their texts and recipients. */
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
    canTryAgain: transitions.retried.from.includes(row.state),
    canCancel: transitions.stopped.from.includes(row.state),
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
    .$if(group !== "all", (query) => query.where("state", "in", statesIn(group as StateGroup)));
  return (before ? chosen.where("id", "<", before) : chosen)
    .orderBy("id", "desc")
    .limit(messageLogPageSize);
}
