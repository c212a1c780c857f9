import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { testMessage } from "./test-text.ts";

/** "Send a test": goes where reminders by this channel would go, whether or not it is switched on. */
export const testType: MessageType = {
  label: "Test",
  ignoresOptOut: ["bounced", "asked"],
  async prepare(trx, deliveries, instance) {
    const rows = await trx
      .selectFrom("users")
      .innerJoin("user_preferences as preferences", "preferences.user_id", "users.id")
      .select(["users.id", "users.email", "phone_number"])
      .where(
        "users.id",
        "in",
        deliveries.map(({ user_id }) => user_id),
      )
      .execute();
    const users = new Map(rows.map((row) => [row.id, row]));
    const message = testMessage(instance);
    return new Map(
      deliveries.map(({ id, user_id, channel }): [string, Preparation] => {
        const user = users.get(user_id);
        const to = channel === "email" ? user?.email : user?.phone_number;
        return [id, to ? { to, message } : { cancelled: "no_address" }];
      }),
    );
  },
};
