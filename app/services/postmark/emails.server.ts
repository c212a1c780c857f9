import type { Message } from "postmark";
import { z } from "zod";
import { formatMailbox, isSingleAddress, oneLine } from "../email-address.ts";
import type { BeforeData, EmailMessage, LookupResult, Outcome, SentEmail } from "../sending.ts";
import { readEach } from "../transport/read-each.ts";
import { askBeforeRepeating } from "../transport/ask-before-repeating.ts";
import type { CallResult } from "../transport/http-call.server.ts";
import { queryPostmark, type PostmarkServer, postToPostmark } from "./client.server.ts";

const accepted = z.object({ ErrorCode: z.literal(0), MessageID: z.string().min(1) });
const refused = z.object({ ErrorCode: z.number(), Message: z.string().catch("") });
const search = z.object({
  Messages: readEach(
    z.object({
      MessageID: z.string().min(1),
      Metadata: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
});

export async function sendWithPostmark(
  server: PostmarkServer,
  message: EmailMessage,
  beforeData: BeforeData,
): Promise<Outcome> {
  if (!isSingleAddress(message.to)) return { status: "failed", reason: "bad_address" };
  const email = await toPostmarkMessage(server, message);
  const mayRepeat = askBeforeRepeating(() => findInPostmark(server, message));
  return outcomeOf(
    await postToPostmark(server, (client) => client.sendEmail(email), { beforeData, mayRepeat }),
  );
}

/** Postmark's search lags behind its sending. */
export const postmarkSearchLagSeconds = 30;

export async function findInPostmark(
  server: PostmarkServer,
  { deliveryId }: SentEmail,
): Promise<LookupResult> {
  const filter = { count: 10, offset: 0, metadata_delivery_id: deliveryId };
  const answer = search.safeParse(
    await queryPostmark(server, (client) => client.getOutboundMessages(filter)),
  ).data;
  if (!answer) return { status: "unanswered" };
  const { read, unread } = answer.Messages;
  const ours = read.filter(({ Metadata }) => Metadata?.delivery_id === deliveryId);
  if (ours.length > 0)
    return { status: "found", providerIds: ours.map(({ MessageID }) => MessageID) };
  // An unreadable message may be this one.
  return { status: unread.length > 0 ? "unanswered" : "absent" };
}

async function toPostmarkMessage(server: PostmarkServer, message: EmailMessage): Promise<Message> {
  const { Models } = await import("postmark");
  return {
    From: formatMailbox(server.from),
    To: message.to,
    Subject: oneLine(message.subject),
    TextBody: message.text,
    HtmlBody: message.html,
    MessageStream: "outbound",
    Tag: message.deliveryId,
    Metadata: { delivery_id: message.deliveryId },
    Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
    // Links contain tokens, and we do not track anyone.
    TrackOpens: false,
    TrackLinks: Models.LinkTrackingOptions.None,
  };
}

function outcomeOf(result: CallResult): Outcome {
  if (result.type === "not_sent") return { status: "later", isRateLimit: false };
  if (result.type === "interrupted") return { status: "unclear" };
  const { status, body, retryAfterSeconds } = result;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (status === 429) return { status: "later", isRateLimit: true, ...wait };
  if (status === 503) return { status: "unavailable", ...wait };
  if (status >= 200 && status < 300) {
    const { data } = accepted.safeParse(body);
    if (data) return { status: "sent", providerId: data.MessageID };
  }
  // Any error code means "not accepted", except with Postmark's own failures (5xx).
  const { data: error } = refused.safeParse(body);
  if (status >= 500 || !error || error.ErrorCode === 0) return outcomeOfStatus(status);
  return meaningOf(error.ErrorCode, error.Message);
}

/** See https://postmarkapp.com/developer/api/overview#error-codes. */
function meaningOf(code: number, message: string): Outcome {
  // "Invalid 'From' address" shares this code with a bad recipient, but is our mistake.
  if (code === 300 && !/'From'/.test(message)) return { status: "failed", reason: "bad_address" };
  if (code === 406) return { status: "failed", reason: "opted_out" };
  if (code === 100) return { status: "later", isRateLimit: false };
  if (misconfigured.has(code)) return { status: "misconfigured" };
  return { status: "failed", reason: "refused" };
}

/**
 * Problems with the token, sender, account (unapproved, inactive, no credits) or message stream.
 */
const misconfigured = new Set([10, 300, 400, 401, 405, 412, 413, 1221, 1226, 1235]);

function outcomeOfStatus(status: number): Outcome {
  return [401, 403, 404].includes(status) ? { status: "misconfigured" } : { status: "unclear" };
}
