import { createRequire } from "node:module";
import type { Client, RequestOpts } from "twilio/lib/base/BaseTwilio.js";
import type V2010 from "twilio/lib/rest/api/V2010.js";
import type { MessageListInstance } from "twilio/lib/rest/api/v2010/account/message.js";
import type { Settings } from "#app/config/env.server.ts";
import type { Send } from "../transport/client-call.server.ts";

export interface TwilioAccount {
  sid: string;
  token: string;
  smsFrom: string | undefined;
  whatsappFrom: string | undefined;
  /** The SID of an approved template with two variables: sentence, link. */
  whatsappTemplate: string | undefined;
  baseUrl: string;
}

export function readTwilioAccount(settings: Settings): TwilioAccount | undefined {
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
let loaded: ReturnType<typeof loadClient> | undefined;

export function messagesApi(send: Send, account: TwilioAccount): MessageListInstance {
  const { Version, Domain, MessageListInstance } = (loaded ??= loadClient());
  // The message resource uses only these parts of the client, though its types require more.
  const client = {
    request: (request: RequestOpts) => sendRequest(send, account, request),
  } as unknown as Client;
  const version = new Version(new Domain(client, account.baseUrl), "2010-04-01") as V2010;
  return MessageListInstance(version, account.sid);
}

/**
 * The whole client takes 250 ms and 30 MB. Node and Vitest disagree about its default import, hence
 * `require`.
 */
function loadClient() {
  const { default: Version } =
    require("twilio/lib/base/Version.js") as typeof import("twilio/lib/base/Version.js");
  const { default: Domain } =
    require("twilio/lib/base/Domain.js") as typeof import("twilio/lib/base/Domain.js");
  const { MessageListInstance } =
    require("twilio/lib/rest/api/v2010/account/message.js") as typeof import("twilio/lib/rest/api/v2010/account/message.js");
  return { Version, Domain, MessageListInstance };
}

/** Does what the client's own transport would do: authorization and encoding. */
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
