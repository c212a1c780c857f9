import { findOwnerId } from "#app/domain/accounts/owner/owner.server.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { z } from "#app/domain/core/zod.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { type Preparation, readPayload } from "#app/domain/outbox/preparation.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import type { OwnerNotice } from "#db/schema.ts";
import { readNotified, shareKey, type NotifiedStates } from "../notified-states.server.ts";
import { ownerNoticeMessage } from "./owner-notice-text.ts";

const payload: z.ZodType<OwnerNotice> = z.discriminatedUnion("about", [
  z.object({ about: z.literal("worker_was_down"), from: z.string(), until: z.string() }),
  z.object({ about: z.literal("backup_restored"), madeAt: z.string(), held: z.number() }),
  z.object({
    about: z.literal("disk"),
    level: z.enum(["filling", "full"]),
    usedPercent: z.number(),
    fullPercent: z.number(),
  }),
  z.object({
    about: z.literal("shares"),
    reached: z.array(
      z.object({
        householdId: z.string(),
        ownerId: z.string(),
        used: z.number(),
        most: z.number(),
        what: z.string(),
      }),
    ),
  }),
]);

export const ownerNoticeType: MessageType = {
  label: "About this Mila",
  isWarning: true,
  async prepare(trx, deliveries, { origin, timeZone: instanceZone }, now) {
    const ownerId = await findOwnerId(trx);
    const userIds = deliveries.map(({ user_id }) => user_id);
    const notified = await readNotified(trx);
    const notices = new Map(
      deliveries.map((delivery) => [
        delivery.id,
        presentOf(readPayload(payload, delivery), notified),
      ]),
    );
    const people = await findPeople(trx, [
      ...userIds,
      ...[...notices.values()].flatMap(listOwners),
    ]);
    const preferences = await findPreferencesByUser(trx, userIds);
    return new Map(
      deliveries.map((delivery): [string, Preparation] => {
        const { id, user_id: userId, channel } = delivery;
        const person = people.get(userId);
        const own = preferences.get(userId);
        const to = own && ownAddress(channel, person?.email, own);
        if (!to) return [id, { cancelled: "no_address" }];
        const timeZone = person?.timeZone ?? instanceZone;
        const notice = notices.get(id) ?? null;
        if (!notice) return [id, { cancelled: "withdrawn", to }];
        const emailOf = (personId: string) => people.get(personId)?.email;
        const message = ownerNoticeMessage(notice, { origin, timeZone, now, emailOf });
        return [id, userId === ownerId ? { to, message } : { cancelled: "withdrawn", to, message }];
      }),
    );
  },
};

/** Omits what is over by now. Returns null if nothing is left. */
function presentOf(notice: OwnerNotice, notified: NotifiedStates): OwnerNotice | null {
  if (notice.about === "disk") return notified.disk === notice.level ? notice : null;
  if (notice.about !== "shares") return notice;
  const reached = notice.reached.filter((share) => notified.shares.includes(shareKey(share)));
  return reached.length > 0 ? { ...notice, reached } : null;
}

function listOwners(notice: OwnerNotice | null): string[] {
  return notice?.about === "shares" ? notice.reached.map(({ ownerId }) => ownerId) : [];
}
