import { findOwnerId } from "#app/domain/accounts/owner/owner.server.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { z } from "#app/domain/core/zod.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { type Preparation, readPayload } from "#app/domain/outbox/preparation.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import type { OwnerNotice } from "#db/schema.ts";
import { ownerNoticeMessage } from "./owner-notice-text.ts";

const payload: z.ZodType<OwnerNotice> = z.discriminatedUnion("about", [
  z.object({ about: z.literal("worker_was_down"), from: z.string(), until: z.string() }),
  z.object({ about: z.literal("backup_restored"), madeAt: z.string(), held: z.number() }),
]);

export const ownerNoticeType: MessageType = {
  label: "About this Mila",
  isWarning: true,
  async prepare(trx, deliveries, { origin, timeZone: instanceZone }, now) {
    const ownerId = await findOwnerId(trx);
    const userIds = deliveries.map(({ user_id }) => user_id);
    const people = await findPeople(trx, userIds);
    const preferences = await findPreferencesByUser(trx, userIds);
    return new Map(
      deliveries.map((delivery): [string, Preparation] => {
        const { id, user_id: userId, channel } = delivery;
        const person = people.get(userId);
        const own = preferences.get(userId);
        const to = own && ownAddress(channel, person?.email, own);
        if (!to) return [id, { cancelled: "no_address" }];
        const timeZone = person?.timeZone ?? instanceZone;
        const message = ownerNoticeMessage(readPayload(payload, delivery), { origin, timeZone, now });
        return [id, userId === ownerId ? { to, message } : { cancelled: "withdrawn", to, message }];
      }),
    );
  },
};
