import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import type { TwilioMessage } from "./twilio-messages.ts";

export interface Caller {
  accountSid: string;
  authToken: string;
  /** Where the instance really is, when its public address leads nowhere (tests). */
  via?: string;
}

/** Posts a form as Twilio does, signed for the address that it was given (https://www.twilio.com/docs/usage/security). */
export function postSigned(caller: Caller, url: string, fields: Record<string, string>): Promise<Response> {
  const { pathname, search } = new URL(url);
  return fetch(caller.via ? `${caller.via}${pathname}${search}` : url, {
    method: "POST",
    headers: { "X-Twilio-Signature": sign(caller.authToken, url, fields) },
    body: new URLSearchParams(fields),
  });
}

/** By the provider's own library, so that ours is held against it. */
export function sign(authToken: string, url: string, fields: Record<string, string>): string {
  return getExpectedTwilioSignature(authToken, url, fields);
}

/** A report on a message's way. */
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

/** A message from somebody. */
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
