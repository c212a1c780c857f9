import { startFakeGoogle } from "../../tests/fakes/google.ts";
import { startFakeOpenai } from "../../tests/fakes/openai.ts";
import { startFakePostmark } from "../../tests/fakes/postmark.ts";
import { startFakeSmtp } from "../../tests/fakes/smtp.ts";
import { startFakeTwilio } from "../../tests/fakes/twilio.ts";
import { startInbox } from "../../tests/fakes/inbox.ts";
import { loadEnvFile } from "../start/settings/load-settings.ts";

const webhookPassword = "development";

export async function startStandIns(): Promise<string> {
  loadEnvFile();
  const port = Number(process.env.PORT || 3000);
  const local = `http://localhost:${port}`;
  const origin = process.env.APP_URL || local;
  await startOpenai();
  await startGoogle();
  const twilio = process.env.TWILIO_ACCOUNT_SID
    ? undefined
    : await startFakeTwilio({ inboundUrl: `${origin}/webhooks/twilio/inbound`, via: local });
  const hasEmail = process.env.POSTMARK_SERVER_TOKEN || process.env.SMTP_URL;
  const webhookUrl = `${local.replace("//", `//postmark:${webhookPassword}@`)}/webhooks/postmark`;
  const postmark = hasEmail ? undefined : await startFakePostmark({ webhookUrl });
  const smtp = hasEmail ? undefined : await startFakeSmtp();
  Object.assign(process.env, twilio?.settings, smtp?.settings, postmark?.settings);
  if (postmark) process.env.POSTMARK_WEBHOOK_PASSWORD = webhookPassword;
  const from = { twilio, postmark, smtp };
  const inbox = await startInbox(from, port + 1).catch(() => startInbox(from));
  return inbox.origin;
}

async function startOpenai(): Promise<void> {
  if (process.env.OPENAI_API_KEY) return;
  const { baseUrl, apiKey } = await startFakeOpenai();
  Object.assign(process.env, { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey });
}

async function startGoogle(): Promise<void> {
  if (process.env.GOOGLE_CLIENT_ID) return;
  const { settings } = await startFakeGoogle();
  Object.assign(process.env, settings);
}
