import type { Models } from "postmark";
import type { PostmarkState, AcceptedEmail } from "./state.ts";

export type Fate = "Delivery" | "HardBounce" | "SoftBounce" | "SpamComplaint" | "Open";

/** Posts an email's fate to the webhook, if there is one. */
export async function report(
  { emails, webhookUrl }: PostmarkState,
  messageId: string,
  fate: Fate,
): Promise<Response | undefined> {
  const email = emails.get(messageId);
  if (!email) throw new Error(`There is no email ${messageId}`);
  email.fates.push(fate);
  return webhookUrl ? post(webhookUrl, bodyOf(email, fate)) : undefined;
}

function post(webhookUrl: string, body: object): Promise<Response> {
  const url = new URL(webhookUrl);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = url.password = "";
  return fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
}

/** Follows the types of the provider's client. */
function bodyOf({ id, message }: AcceptedEmail, fate: Fate): object {
  const { To = "", From, Subject, Tag = "", Metadata = {} } = message;
  const common = { ServerID: 23, MessageStream: "outbound", MessageID: id, Tag, Metadata };
  const now = new Date().toISOString();
  if (fate === "Open") return { ...common, RecordType: "Open", Recipient: To, ReceivedAt: now };
  if (fate === "Delivery") {
    const delivery: Models.DeliveryWebhook = {
      ...common,
      RecordType: "Delivery",
      Recipient: To,
      DeliveredAt: now,
      Details: "",
    };
    return delivery;
  }
  const about = {
    ...common,
    Email: To,
    From,
    Subject,
    BouncedAt: now,
    Type: fate,
    Name: fate,
    ID: bounceIds[fate],
  };
  const more = {
    Description: "",
    Details: "",
    DumpAvailable: false,
    Inactive: fate !== "SoftBounce",
    CanActivate: true,
  };
  if (fate === "SpamComplaint") {
    const complaint: Models.SpamComplaintWebhook = {
      ...about,
      ...more,
      RecordType: "SpamComplaint",
      TypeCode: 100_001,
    };
    return complaint;
  }
  const typeCode = fate === "HardBounce" ? 1 : 4_096;
  const bounce: Models.BounceWebhook = {
    ...about,
    ...more,
    RecordType: "Bounce",
    TypeCode: typeCode,
  };
  return bounce;
}

export const bounceIds = { HardBounce: 42, SoftBounce: 43, SpamComplaint: 44 };
