import type { Models } from "postmark";
import { z } from "zod";

/**
 * Follows the types of the provider's client (postmark, Models.Message), with the documented
 * limits.
 */
const message = z.strictObject({
  From: z.string().max(255),
  To: z.string().optional(),
  Cc: z.string().optional(),
  Bcc: z.string().optional(),
  MessageStream: z.string().optional(),
  Subject: z.string().max(2_000),
  ReplyTo: z.string().optional(),
  HtmlBody: z.string().max(5_000_000).optional(),
  TextBody: z.string().max(5_000_000).optional(),
  Tag: z.string().max(1_000).optional(),
  TrackOpens: z.boolean().optional(),
  TrackLinks: z.enum(["None", "HtmlAndText", "HtmlOnly", "TextOnly"]).optional(),
  Headers: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).optional(),
  Attachments: z.array(z.unknown()).optional(),
  Metadata: z.record(z.string().max(20), z.string().max(80)).optional(),
}) satisfies z.ZodType<Omit<Models.Message, "TrackLinks" | "Attachments">>;

export function emailProblems(body: unknown): string[] {
  const { error, data } = message.safeParse(body);
  if (error)
    return error.issues.map(({ path, message: text }) => `${path.join(".") || "body"}: ${text}`);
  const found = data.HtmlBody || data.TextBody ? [] : ["HtmlBody or TextBody is needed"];
  const mailboxes = data.To?.match(/@/g)?.length ?? 0;
  return mailboxes > 50 ? [...found, "more than 50 recipients"] : found;
}
