import type { Settings } from "#app/env.server.ts";

/** What this Mila does without, in words for whoever starts it. */
export function whatIsOff(env: Settings, hasRedis: boolean): string[] {
  return [
    env.OPENAI_API_KEY ? [] : "a language model (requests are understood by rules)",
    env.TWILIO_SMS_FROM ? [] : "text messages (Twilio)",
    env.EMAIL_FROM ? [] : "e-mail (Postmark or SMTP)",
    hasRedis ? [] : "Redis (the database alone does its work)",
    env.GOOGLE_CLIENT_ID ? [] : "Google sign-in",
  ].flat();
}
