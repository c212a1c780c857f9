import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import type { TwilioMessage } from "./messages.ts";

export interface Caller {
  accountSid: string;
  authToken: string;
  /** The instance's actual address, when its public one leads nowhere. */
  via?: string;
}

/** Posts a form signed for the given address (https://www.twilio.com/docs/usage/security). */
export function postSigned(
  caller: Caller,
  url: string,
  fields: Record<string, string>,
): Promise<Response> {
  const { pathname, search } = new URL(url);
  return fetch(caller.via ? `${caller.via}${pathname}${search}` : url, {
    method: "POST",
    headers: { "X-Twilio-Signature": sign(caller.authToken, url, fields) },
    body: new URLSearchParams(fields),
  });
}

/** Signs with Twilio's own library, as a check of ours. */
export function sign(authToken: string, url: string, fields: Record<string, string>): string {
  return getExpectedTwilioSignature(authToken, url, fields);
}

export function statusFields(caller: Caller, { sid, from, to, status, error_code }: TwilioMessage) {
  return {
    AccountSid: caller.accountSid,
    ApiVersion: "2010-04-01",
    From: from ?? "",
    To: to,
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    ...(error_code !== null && { ErrorCode: String(error_code) }),
  };
}

export function inboundFields(caller: Caller, { sid, from, to, body }: TwilioMessage) {
  return {
    AccountSid: caller.accountSid,
    ApiVersion: "2010-04-01",
    Body: body,
    From: from ?? "",
    To: to,
    MessageSid: sid,
    NumMedia: "0",
    NumSegments: "1",
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: "received",
  };
}
