import { createRequire } from "node:module";
import type { Client, RequestOpts } from "twilio/lib/base/BaseTwilio.js";
import type V2010 from "twilio/lib/rest/api/V2010.js";
import type { MessageListInstance } from "twilio/lib/rest/api/v2010/account/message.js";
import type { Settings } from "#app/config/env.server.ts";
import type { Send } from "../transport/client-call.server.ts";

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

/** The one that these settings name. */
export function twilioAccountOf(settings: Settings): TwilioAccount | undefined {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = settings;
  if (!sid || !token) return undefined;
  return {
    sid,
    token,
    smsFrom: settings.TWILIO_SMS_FROM,
    whatsappFrom: settings.TWILIO_WHATSAPP_FROM,
    whatsappTemplate: settings.TWILIO_WHATSAPP_TEMPLATE,
    baseUrl: settings.TWILIO_BASE_URL,
  };
}

const require = createRequire(import.meta.url);

/** The account's messages as Twilio's client reaches them. Loads the client at the first use. */
export function messagesBy(send: Send, account: TwilioAccount): MessageListInstance {
  const { Version, Domain, MessageListInstance } = loadClient();
  // Of the client and its API the message resource uses no more than this, which their types do not say.
  const client = { request: (request: RequestOpts) => sendRequest(send, account, request) } as unknown as Client;
  const version = new Version(new Domain(client, account.baseUrl), "2010-04-01") as V2010;
  return MessageListInstance(version, account.sid);
}

/**
 * The message resource alone: all of the client takes 250 ms and 30 MB, for other resources and a transport of its own.
 * Required, because Node and Vitest disagree about what the default import of such a module is.
 */
function loadClient() {
  const { default: Version } = require("twilio/lib/base/Version.js") as typeof import("twilio/lib/base/Version.js");
  const { default: Domain } = require("twilio/lib/base/Domain.js") as typeof import("twilio/lib/base/Domain.js");
  const { MessageListInstance } =
    require("twilio/lib/rest/api/v2010/account/message.js") as typeof import("twilio/lib/rest/api/v2010/account/message.js");
  return { Version, Domain, MessageListInstance };
}

/** Adds what the client's own transport would: the account's key, and the fields of a form or a query. */
async function sendRequest(
  send: Send,
  { sid, token }: TwilioAccount,
  { method, uri, headers, params, data }: RequestOpts,
) {
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`;
  const { status, body } = await send({
    method: (method ?? "get").toUpperCase(),
    url: params ? `${uri}?${encode(params)}` : String(uri),
    headers: { ...headers, Authorization: authorization },
    ...(data && { body: encode(data) }),
  });
  return { statusCode: status, body };
}

function encode(fields: object): string {
  return String(new URLSearchParams(Object.entries(fields)));
}
