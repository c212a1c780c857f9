import { z } from "zod";
import { call, type CallResult, isAbsent, isPassing } from "../transport/http-call.server.ts";
import { untilTaken } from "../transport/until-taken.ts";

export interface TwilioAccount {
  sid: string;
  token: string;
  /** A number, or the SID of a messaging service. */
  smsFrom: string | undefined;
  whatsappFrom: string | undefined;
  /** Of an approved WhatsApp template with two variables: what, and a link. */
  whatsappTemplate: string | undefined;
  baseUrl: string;
}

/** What is needed of a message resource (https://www.twilio.com/docs/messaging/api/message-resource). */
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

const page = z.object({ messages: z.array(messageResource), next_page_uri: z.string().nullish() });

/** Longer than any of its lists that is asked for here can be. */
const mostPages = 20;

/** Posts a message. What was surely not accepted is tried again for some seconds. */
export function postMessage(account: TwilioAccount, fields: Record<string, string>): Promise<CallResult> {
  const headers = { ...authorization(account), "Content-Type": "application/x-www-form-urlencoded" };
  const url = `${messagesUrl(account)}.json`;
  const body = String(new URLSearchParams(fields));
  return untilTaken((limitMs) => call({ method: "POST", url, headers, body, limitMs }), isAbsent);
}

/**
 * The messages of a list, newest first, for as long as they are wanted; null when Twilio does not say.
 * @param isWanted told of each in turn: the list is left at the first that is not
 */
export async function listMessages(
  account: TwilioAccount,
  query: Record<string, string>,
  isWanted: (message: MessageResource) => boolean = () => true,
): Promise<MessageResource[] | null> {
  const messages: MessageResource[] = [];
  let url: string | null = `${messagesUrl(account)}.json?${new URLSearchParams({ ...query, PageSize: "200" })}`;
  for (let pages = 0; url && pages < mostPages; pages += 1) {
    const { data } = page.safeParse(await get(account, url));
    if (!data) return null;
    const end = data.messages.findIndex((message) => !isWanted(message));
    messages.push(...data.messages.slice(0, end < 0 ? undefined : end));
    url = end < 0 && data.next_page_uri ? `${account.baseUrl}${data.next_page_uri}` : null;
  }
  return messages;
}

/** One message by its SID; null when Twilio does not say. */
export async function fetchMessage(account: TwilioAccount, sid: string): Promise<MessageResource | null> {
  const answer = await get(account, `${messagesUrl(account)}/${encodeURIComponent(sid)}.json`);
  return messageResource.safeParse(answer).data ?? null;
}

/** Asking may be repeated whatever went wrong with the answer. */
async function get(account: TwilioAccount, url: string): Promise<unknown> {
  const headers = authorization(account);
  const result = await untilTaken((limitMs) => call({ method: "GET", url, headers, limitMs }), isPassing);
  return result.is === "answered" && result.status === 200 ? result.body : undefined;
}

function messagesUrl({ baseUrl, sid }: TwilioAccount): string {
  return `${baseUrl}/2010-04-01/Accounts/${sid}/Messages`;
}

function authorization({ sid, token }: TwilioAccount): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}` };
}

/** As Twilio writes instants, to the second: "Thu, 24 Aug 2023 05:01:45 +0000". */
function rfc2822() {
  return z.string().transform((text, context) => {
    const instant = new Date(text);
    if (!Number.isNaN(instant.getTime())) return instant.toISOString();
    context.addIssue("not an instant");
    return z.NEVER;
  });
}
