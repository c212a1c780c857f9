import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { welcomeMessage } from "./welcome-text.ts";

/** The welcome to somebody added to a family, while they are in it and have an address. */
export const welcomeType: MessageType = {
  label: "Welcome",
  isToOthers: true,
  async prepare(trx, deliveries, instance) {
    const members = await trx
      .selectFrom("family_members as member")
      .leftJoin("profiles", "profiles.id", "member.user_id")
      .select(["member.id", "member.name", "member.relation", "member.email", "member.linked_user_id"])
      .select("profiles.first_name")
      .where(
        "member.id",
        "in",
        deliveries.map(({ subject_id }) => subject_id),
      )
      .execute();
    const byId = new Map(members.map((member) => [member.id, member]));
    return new Map(
      deliveries.map(({ id, subject_id }): [string, Preparation] => {
        const member = byId.get(subject_id);
        // Who has come already needs no telling to sign up.
        if (!member || member.linked_user_id) return [id, { cancelled: "withdrawn" }];
        if (!member.email) return [id, { cancelled: "no_address" }];
        const { name, relation, first_name: addedBy } = member;
        const message = welcomeMessage({ name, relation, addedBy, origin: instance.origin });
        return [id, { to: member.email, message }];
      }),
    );
  },
};
