import { idList } from "#db/sql/values.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { phoneCode } from "../phone-code/code.server.ts";
import { phoneCodeMessage } from "./phone-code-text.ts";

export const phoneCodeType: MessageType = {
  label: "Code for your phone number",
  isUrgent: true,
  // Until the code is typed in, the number may be anyone's.
  isToOthers: true,
  confirmsAddress: true,
  async prepare(trx, deliveries, { linkKey, origin }) {
    const codes = await trx
      .selectFrom("phone_codes")
      .select(["id", "number"])
      .where("id", "in", idList(deliveries.map(({ subject_id }) => subject_id)))
      .execute();
    const numbers = new Map(codes.map(({ id, number }) => [id, number]));
    return new Map(
      deliveries.map(({ id, subject_id }): [string, Preparation] => {
        const to = numbers.get(subject_id);
        if (!to) return [id, { cancelled: "superseded" }];
        return [
          id,
          { to, message: phoneCodeMessage({ code: phoneCode(linkKey, subject_id), origin }) },
        ];
      }),
    );
  },
};
