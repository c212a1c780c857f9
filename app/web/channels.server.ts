import { env } from "#app/env.server.ts";
import type { Channel } from "#db/schema.ts";
import { canSendEmail } from "./link-base.server.ts";

/** Whether this instance has somebody to send by the channel. */
export function isSetUp(channel: Channel): boolean {
  const hasTwilio = Boolean(env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN);
  if (channel === "sms") return hasTwilio && Boolean(env.TWILIO_SMS_FROM);
  if (channel === "whatsapp") return hasTwilio && Boolean(env.TWILIO_WHATSAPP_FROM);
  return channel === "email" && canSendEmail;
}
