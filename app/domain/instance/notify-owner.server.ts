import type { Transaction } from "kysely";
import { findOwnerId } from "#app/domain/accounts/owner/owner.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { findWantedChannels } from "#app/domain/preferences/wanted-channels.server.ts";
import type { Channel, Database, OwnerNotice } from "#db/schema.ts";

/**
 * Uses the owner's channels, or email. If none is set up, only the owner's page shows the notice.
 */
export async function notifyOwner(
  trx: Transaction<Database>,
  notice: OwnerNotice,
  isSetUp: (channel: Channel) => boolean,
  now: string,
): Promise<void> {
  const userId = await findOwnerId(trx);
  if (!userId) return;
  const wanted = (await findWantedChannels(trx, [userId])).get(userId) ?? [];
  const usable = [...new Set<Channel>([...wanted, "email"])].filter((channel) => isSetUp(channel));
  const channels = usable.filter((channel) => wanted.includes(channel));
  const message = {
    kind: "owner_notice",
    userId,
    subjectId: userId,
    isOwn: true,
    payload: notice,
  } as const;
  const dedupeKey = `owner_notice:${notice.about}:${now}`;
  await addDeliveries(
    trx,
    (channels.length > 0 ? channels : usable).map((channel) => ({
      ...message,
      channel,
      dedupeKey,
    })),
    now,
  );
}
