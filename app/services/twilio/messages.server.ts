import { z } from "zod";
import type { MessageListInstance } from "twilio/lib/rest/api/v2010/account/message.js";
import { callWithClient } from "../transport/client-call.server.ts";
import { isTransient } from "../transport/http-call.server.ts";
import { readEach, type Readings } from "../transport/read-each.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import { messagesApi, type TwilioAccount } from "./client.server.ts";

/** See https://www.twilio.com/docs/messaging/api/message-resource. */
export const messageResource = z.object({
  sid: z.string().regex(/^(SM|MM)[0-9a-f]{32}$/i),
  status: z.string(),
  direction: z.string().nullish(),
  from: z.string().nullish(),
  body: z.string().nullish(),
  error_code: z.number().nullish(),
  date_created: rfc2822().nullish(),
  date_sent: rfc2822().nullish(),
});

export type MessageResource = z.infer<typeof messageResource>;

const page = z.object({ messages: readEach(messageResource), next_page_uri: z.string().nullish() });

const pageSize = 200;
const maxPages = 20;

/** Lists the newest first, up to the first unwanted message; null without an answer. */
export async function listMessages(
  account: TwilioAccount,
  filter: { to?: string; dateSentAfter?: Date },
  isWanted: (message: MessageResource) => boolean,
): Promise<Readings<MessageResource> | null> {
  const listed: Readings<MessageResource> = { read: [], unread: [] };
  let answer = await query(account, (messages) => messages.page({ ...filter, pageSize }));
  for (let pages = 1; ; pages += 1) {
    const { data } = page.safeParse(answer);
    if (!data) return null;
    const { read, unread } = data.messages;
    const end = read.findIndex((message) => !isWanted(message));
    listed.read.push(...read.slice(0, end < 0 ? undefined : end));
    listed.unread.push(...unread);
    if (end >= 0 || !data.next_page_uri || pages === maxPages) return listed;
    const nextPage = `${account.baseUrl}${data.next_page_uri}`;
    answer = await query(account, (messages) => messages.getPage(nextPage));
  }
}

export async function fetchMessage(
  account: TwilioAccount,
  sid: string,
): Promise<MessageResource | null> {
  const answer = await query(account, (messages) => messages.get(sid).fetch());
  return messageResource.safeParse(answer).data ?? null;
}

async function query(
  account: TwilioAccount,
  request: (messages: MessageListInstance) => Promise<unknown>,
): Promise<unknown> {
  const result = await retryUntilAccepted(
    (timeoutMs) => callWithClient(timeoutMs, (send) => request(messagesApi(send, account))),
    isTransient,
  );
  return result.type === "answered" && result.status === 200 ? result.body : undefined;
}

function rfc2822() {
  return z.string().transform((text, context) => {
    const instant = new Date(text);
    if (!Number.isNaN(instant.getTime())) return instant.toISOString();
    context.addIssue("not an instant");
    return z.NEVER;
  });
}
