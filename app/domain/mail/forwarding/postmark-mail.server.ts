import { z } from "#app/domain/core/zod.ts";
import { type IncomingMail, incomingMail } from "../reading/parse-mail.server.ts";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const list = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((value) => value ?? []);

const recipients = list(z.object({ Email: text }));
const header = z.object({ Name: text, Value: text });
const attachment = z.object({
  ContentType: text,
  /** Base64. */
  Content: text,
  ContentID: text,
});

/** A mail that Postmark received (https://postmarkapp.com/developer/webhooks/inbound-webhook). */
export const postmarkMail = z.object({
  // Only delivery reports have one.
  RecordType: z.undefined().optional(),
  FromFull: z.object({ Email: z.string(), Name: text }),
  /** The envelope's address, which also names a hidden recipient. */
  OriginalRecipient: text,
  ToFull: recipients,
  CcFull: recipients,
  BccFull: recipients,
  Subject: text,
  Date: text,
  TextBody: text,
  HtmlBody: text,
  Headers: list(header),
  Attachments: list(attachment),
});

type PostmarkMail = z.infer<typeof postmarkMail>;

export function recipientsOf(mail: PostmarkMail): string[] {
  const { OriginalRecipient, ToFull, CcFull, BccFull } = mail;
  return [OriginalRecipient, ...[...ToFull, ...CcFull, ...BccFull].map(({ Email }) => Email)];
}

/** In UTF-16 code units of base64. */
const maxCalendar = 1_000_000;

/** Reads a mail, or only its header if the rest is unreadable. Never throws. */
export function readPostmarkMail(mail: PostmarkMail): IncomingMail {
  try {
    return readWhole(mail);
  } catch {
    const withoutText = { ...mail, TextBody: "", HtmlBody: "", Attachments: [] };
    return { ...readWhole(withoutText), cannotBeRead: true };
  }
}

function readWhole(mail: PostmarkMail): IncomingMail {
  const { FromFull, Subject, Date, TextBody, HtmlBody, Attachments } = mail;
  const isRead = ({ ContentType, Content }: PostmarkMail["Attachments"][number]) =>
    /^(?:text\/calendar|application\/ics)\b/i.test(ContentType) && Content.length <= maxCalendar;
  return incomingMail({
    messageId: valuesOf(mail, "message-id")[0] ?? null,
    from: { name: FromFull.Name, address: FromFull.Email },
    subject: Subject,
    date: Date,
    plain: TextBody,
    html: HtmlBody,
    calendars: Attachments.filter(isRead).map(({ Content }) => fromBase64(Content)),
    hasUnreadPart: Attachments.some((each) => !isRead(each) && !each.ContentID),
    isProven: isProven(mail),
  });
}

const fromBase64 = (content: string) => Buffer.from(content, "base64").toString("utf8");

const valuesOf = ({ Headers }: PostmarkMail, name: string) =>
  Headers.flatMap(({ Name, Value }) => (Name.toLowerCase() === name ? [Value] : []));

/**
 * SpamAssassin found a valid signature of the sender's own domain. Of two results, one is forged.
 */
function isProven(mail: PostmarkMail): boolean {
  const results = valuesOf(mail, "x-spam-tests");
  return results.length === 1 && results[0]!.split(",").some((test) => test.trim() === ofAuthor);
}

const ofAuthor = "DKIM_VALID_AU";
