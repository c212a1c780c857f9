import { type Account, addMember, addTask, newEmail, olderAccount } from "../account.ts";
import { hostileTexts } from "../hostile-values.ts";
import type { AcceptedMail } from "../../../fakes/smtp.ts";
import type { Row } from "../row.ts";

const atOnce = 9;

/**
 * Names and titles travel to other people by mail and text, which have headers and control
 * characters.
 */
export const hostileMessages: Row = {
  name: "hostile messages",
  async run(target) {
    const chosen = hostileTexts.filter((text) => text.trim());
    const recipients = new Set<string>();
    const numbers = new Set<string>();
    for (let first = 0; first < chosen.length; first += atOnce) {
      await target.forgetCounts();
      const sent = chosen.slice(first, first + atOnce).map(async (text) => {
        const [email, phone] = [
          newEmail("recipient"),
          `20155504${String(10 + (recipients.size % 80))}`,
        ];
        recipients.add(email);
        numbers.add(`+1${phone}`);
        await send(await olderAccount(target), text, { email, phone });
      });
      await Promise.all(sent);
      await target.settle();
    }
    const mails = target.smtp
      .mails()
      .filter((mail) => mail.recipients.some((address) => recipients.has(address)));
    const texts = target.twilio
      .messages()
      .filter(({ to, direction }) => direction !== "inbound" && numbers.has(to));
    const through = [
      ...mails.flatMap((mail) => wrongMail(mail)),
      ...texts.flatMap(({ body }) => wrongText(body)),
      ...(mails.length < chosen.length ? [`only ${mails.length} mails were sent and read`] : []),
      ...(texts.length < chosen.length ? [`only ${texts.length} texts were sent and read`] : []),
    ];
    return {
      tried: chosen.length,
      through,
      note: `${mails.length} mails and ${texts.length} texts read`,
    };
  },
};

async function send(
  account: Account,
  text: string,
  to: { email: string; phone: string },
): Promise<void> {
  const name = text.slice(0, 90);
  await account.post("/preferences/profile", {
    firstName: name,
    lastName: name,
    role: "dad",
    timeZone: "UTC",
  });
  const member = await addMember(account, { name: "Kim", ...to });
  for (const method of ["email", "sms"]) {
    const task = await addTask(account, { title: text.slice(0, 300), description: text });
    await account.post(`/tasks/${task}/delegate`, {
      familyMemberId: member,
      method,
      shown: "nothing",
    });
  }
  await account.post("/preferences/family/invite", { inviteeEmail: to.email });
}

function wrongMail({ recipients, email }: AcceptedMail): string[] {
  const headers = email.headers.map(({ key }) => key.toLowerCase());
  const about = (email.subject ?? "").slice(0, 60);
  return [
    ...(recipients.length === 1 && email.to?.length === 1
      ? []
      : [`a mail to ${recipients.length}: ${about}`]),
    ...(headers.some((key) => ["bcc", "cc", "x-attack"].includes(key))
      ? [`a mail with a header of its own: ${about}`]
      : []),
    ...(/<(script|img|svg|iframe|b) data-attack/i.test(email.html ?? "")
      ? [`markup in a mail: ${about}`]
      : []),
  ];
}

const maxSegments = 2;

function wrongText(body: string): string[] {
  const isPlain = !/[^\n\r\x20-\x7e]/.test(body);
  const segments = Math.ceil(body.length / (isPlain ? 153 : 67));
  return [
    ...(/(?!\n)\p{Cc}/u.test(body)
      ? [`a text with control characters: ${JSON.stringify(body).slice(0, 80)}`]
      : []),
    ...(segments > maxSegments ? [`a text of ${segments} segments: ${body.slice(0, 60)}`] : []),
  ];
}
