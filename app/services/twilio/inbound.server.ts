import type { PhoneText } from "../sending.ts";
import { addressOf, parseAddress } from "./addresses.ts";
import type { TwilioAccount } from "./client.server.ts";
import { listMessages, type MessageResource } from "./messages.server.ts";

export async function listInbound(
  account: TwilioAccount,
  since: string,
): Promise<PhoneText[] | null> {
  const isRecent = (message: MessageResource) =>
    inboundText(message).every(({ receivedAt }) => receivedAt >= since);
  const dateSentAfter = new Date(since.slice(0, 10));
  const lists = await Promise.all(
    ownAddresses(account).map((own) => listMessages(account, { ...own, dateSentAfter }, isRecent)),
  );
  if (lists.includes(null)) return null;
  return lists
    .flatMap((list) => list?.read ?? [])
    .flatMap(inboundText)
    .toSorted((one, other) => one.receivedAt.localeCompare(other.receivedAt));
}

/** We don't know the numbers of a messaging service, so with one we list all messages. */
function ownAddresses({ smsFrom, whatsappFrom }: TwilioAccount): { to?: string }[] {
  if (smsFrom && !smsFrom.startsWith("+")) return [{}];
  return [
    ...(smsFrom ? [{ to: smsFrom }] : []),
    ...(whatsappFrom ? [{ to: addressOf("whatsapp", whatsappFrom) }] : []),
  ];
}

function inboundText({
  sid,
  direction,
  from,
  body,
  date_sent,
  date_created,
}: MessageResource): PhoneText[] {
  const receivedAt = date_sent ?? date_created;
  if (direction !== "inbound" || !from || !receivedAt) return [];
  const { channel, number } = parseAddress(from);
  return [{ providerId: sid, channel, from: number, body: body ?? "", receivedAt }];
}
