import type { Prepare, Preparation } from "#app/domain/outbox/preparation.ts";
import { welcomeMessage } from "./welcome-text.ts";

/** The welcome to somebody who was added to a family, as long as they are in it and have an address. */
export const prepareWelcomes: Prepare = async (trx, deliveries, instance) => {
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
      return [id, { to: member.email, isToAnother: true, message }];
    }),
  );
};
