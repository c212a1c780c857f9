import { findPeople } from "#app/domain/accounts/users.server.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { z } from "#app/domain/core/zod.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { type Preparation, readPayload } from "#app/domain/outbox/preparation.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import { ownAddress } from "../own-address.ts";
import { findPreferencesByUser } from "../preferences.server.ts";

const payload = z.object({ number: z.string() });

/** Notifies the account that had the number before. */
export const numberTakenType: MessageType = {
  label: "Your number is another account's",
  isWarning: true,
  async prepare(trx, deliveries, { origin }) {
    const userIds = deliveries.map(({ user_id }) => user_id);
    const people = await findPeople(trx, userIds);
    const preferences = await findPreferencesByUser(trx, userIds);
    return new Map(
      deliveries.map((delivery): [string, Preparation] => {
        const own = preferences.get(delivery.user_id);
        const to = own && ownAddress(delivery.channel, people.get(delivery.user_id)?.email, own);
        const { number } = readPayload(payload, delivery);
        const message = numberTakenMessage({ number: formatPhoneNumber(number), origin });
        return [delivery.id, to ? { to, message } : { cancelled: "no_address" }];
      }),
    );
  },
};

export function numberTakenMessage({
  number,
  origin,
}: {
  number: string;
  origin: string;
}): Message {
  const url = `${origin}/preferences/notifications`;
  const text = `Someone else confirmed ${number} in their account, so I text you nothing there any more.`;
  return {
    ...phoneText([`${text} If it's still yours, confirm it again:`], url),
    email: {
      subject: "Your number is now another account's",
      heading: "Your number is now another account's",
      body: [text, "If it's still yours, enter it again and confirm it."],
      button: { label: "Notification settings", url },
    },
  };
}
