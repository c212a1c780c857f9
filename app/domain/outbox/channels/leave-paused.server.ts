import type { Kysely, Transaction } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import { kindsWhere, type MessageTypes, type Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { pausedChannels } from "../queries/sendable.ts";
import { changeChannels } from "./change-channel.server.ts";
import { chosenChannel } from "./fallback.server.ts";

/** Moves messages off a paused channel that their user has switched off. The claim would only do so after the pause. */
export async function leavePausedChannels(db: Kysely<Database>, outbox: Outbox, now: string): Promise<void> {
  if (!(await pausedChannels(db, now).executeTakeFirst())) return;
  await db.transaction().execute(async (trx) => {
    const waiting = waitingQuery(trx, outbox.messageTypes, now);
    const groups = await waiting.select(["user_id", "channel", "stands_in_for"]).distinct().execute();
    const userIds = [...new Set(groups.map(({ user_id }) => user_id))];
    const wanted = await outbox.people.findWantedChannels(trx, userIds);
    for (const group of groups.filter((one) => isSwitchedOff(one, wanted.get(one.user_id)))) {
      const { user_id, channel, stands_in_for } = group;
      const deliveries = await waiting
        .selectAll()
        .where("user_id", "=", user_id)
        .where("channel", "=", channel)
        .where("stands_in_for", "is", stands_in_for)
        .execute();
      await changeChannels(trx, deliveries, outbox, now);
    }
  });
}

function waitingQuery(trx: Transaction<Database>, messageTypes: MessageTypes, now: string) {
  return trx
    .selectFrom("deliveries")
    .where("state", "=", "ready")
    .where("not_before", "<=", now)
    .where("channel", "in", pausedChannels(trx, now))
    .where(
      "kind",
      "in",
      kindsWhere(messageTypes, (type) => type.followsPreferences),
    );
}

type Route = Pick<Delivery, "channel" | "stands_in_for">;

function isSwitchedOff(route: Route, wanted: Channel[] | undefined): boolean {
  return wanted !== undefined && !wanted.includes(route.channel) && !wanted.includes(chosenChannel(route));
}
