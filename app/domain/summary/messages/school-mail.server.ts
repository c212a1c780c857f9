import { findPeople } from "#app/domain/accounts/users.server.ts";
import { countMailsOf } from "#app/domain/mail/mails.server.ts";
import { unwantedReason } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import {
  findPreferencesByUser,
  type Preferences,
} from "#app/domain/preferences/preferences.server.ts";
import { schoolMailMessage } from "./school-mail-text.ts";

export const schoolMailType: MessageType = {
  label: "School mail",
  followsPreferences: true,
  keepsTime: "always",
  async prepare(trx, deliveries, instance) {
    const userIds = [...new Set(deliveries.map(({ user_id }) => user_id))];
    const people = await findPeople(trx, userIds);
    const preferences = await findPreferencesByUser(trx, userIds);
    const householdIds = await findHouseholdIds(trx, userIds);
    const mails = await countMailsOf(trx, [...new Set(householdIds.values())]);
    return new Map(
      deliveries.flatMap((delivery): [string, Preparation][] => {
        const { user_id: id } = delivery;
        const [person, own] = [people.get(id), preferences.get(id)];
        if (!person || !own) return [];
        const count = mails.get(householdIds.get(id) ?? "") ?? 0;
        return [[delivery.id, prepareOne(delivery, { email: person.email, own, count }, instance)]];
      }),
    );
  },
};

interface Reader {
  email: string;
  own: Preferences;
  /** The number of mails that wait. */
  count: number;
}

function prepareOne(
  delivery: Delivery,
  { email, own, count }: Reader,
  { origin }: Instance,
): Preparation {
  const to = ownAddress(delivery.channel, email, own);
  const unwanted = own.school_mail_enabled
    ? unwantedReason(delivery, own)
    : ("not_wanted" as const);
  if (!to) return { cancelled: unwanted ?? "no_address" };
  if (count === 0) return { cancelled: unwanted ?? "nothing_to_say" };
  const message = schoolMailMessage(count, origin);
  return unwanted ? { cancelled: unwanted, to, message } : { to, message };
}
