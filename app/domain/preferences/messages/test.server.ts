import { findPeople } from "#app/domain/accounts/users.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import { ownAddress } from "../own-address.ts";
import { findPreferencesByUser } from "../preferences.server.ts";

/** Goes out even if the channel is switched off. */
export const testType: MessageType = {
  label: "Test",
  ignoresOptOut: ["bounced", "asked"],
  async prepare(trx, deliveries, instance) {
    const userIds = deliveries.map(({ user_id }) => user_id);
    const people = await findPeople(trx, userIds);
    const preferences = await findPreferencesByUser(trx, userIds);
    const message = testMessage(instance);
    return new Map(
      deliveries.map(({ id, user_id, channel }): [string, Preparation] => {
        const own = preferences.get(user_id);
        if (textChannels.includes(channel) && own?.phone_number && !own.phone_confirmed_at)
          return [id, { cancelled: "unconfirmed" }];
        const to = own && ownAddress(channel, people.get(user_id)?.email, own);
        return [id, to ? { to, message } : { cancelled: "no_address" }];
      }),
    );
  },
};

export function testMessage({ origin }: { origin: string }): Message {
  const url = `${origin}/preferences/notifications`;
  return {
    ...phoneText(["This is the test you asked for. It works: reminders will reach you here."], url),
    email: {
      subject: "It works: a test from Mila",
      heading: "It works",
      body: ["This is the test you asked for. Reminders will reach you here."],
      button: { label: "Notification settings", url },
    },
  };
}
