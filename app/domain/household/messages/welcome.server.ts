import { waitsForConfirmation } from "#app/domain/accounts/confirmed-address.server.ts";
import { fullName } from "#app/domain/accounts/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { welcomeMessage } from "./welcome-text.ts";

export const welcomeType: MessageType = {
  label: "Welcome",
  canRecur: true,
  waitsForUser: waitsForConfirmation,
  isToOthers: true,
  async prepare(trx, deliveries, instance) {
    const members = await trx
      .selectFrom("family_members")
      .select(["id", "user_id", "name", "relation", "email", "linked_user_id"])
      .where(
        "id",
        "in",
        deliveries.map(({ subject_id }) => subject_id),
      )
      .execute();
    const adders = await findPeople(
      trx,
      members.map(({ user_id }) => user_id),
    );
    const byId = new Map(members.map((member) => [member.id, member]));
    return new Map(
      deliveries.map(({ id, subject_id }): [string, Preparation] => {
        const member = byId.get(subject_id);
        if (!member || member.linked_user_id) return [id, { cancelled: "withdrawn" }];
        if (!member.email) return [id, { cancelled: "no_address" }];
        const { name, relation, user_id } = member;
        const adder = adders.get(user_id);
        if (!adder) return [id, { cancelled: "withdrawn" }];
        const addedBy = { name: fullName(adder), email: adder.email };
        const message = welcomeMessage({ name, relation, addedBy, origin: instance.origin });
        return [id, { to: member.email, message }];
      }),
    );
  },
};
