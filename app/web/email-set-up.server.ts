import { env } from "#app/env.server.ts";

/** Whether anything sends e-mails here; where nothing does, every address counts as verified (DESIGN.md). */
export function emailIsSetUp(): boolean {
  return Boolean(env.EMAIL_FROM && (env.POSTMARK_SERVER_TOKEN || env.SMTP_URL));
}
