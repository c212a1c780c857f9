import { idList } from "#db/sql/values.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import { phoneCode } from "../phone-code/code.server.ts";

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

export function phoneCodeMessage({ code, origin }: { code: string; origin: string }): Message {
  const url = `${origin}/preferences/notifications/code`;
  const text = `${code} is your code. If you didn't ask for it, ignore this text. Type it in at`;
  return {
    ...phoneText([text], url),
    email: {
      subject: "Your code",
      heading: "Your code",
      body: [text],
      button: { label: "Type in the code", url },
    },
  };
}
