import { type Check, done, open } from "./check.ts";

/** The settings to check. Of secrets, only the presence matters. */
export interface SettingsToCheck {
  APP_URL?: string;
  MILA_TIME_ZONE?: string;
  EMAIL_FROM?: string;
  POSTMARK_SERVER_TOKEN?: string;
  SMTP_URL?: string;
  TWILIO_SMS_FROM?: string;
  TWILIO_WHATSAPP_FROM?: string;
  TWILIO_WHATSAPP_TEMPLATE?: string;
  OPENAI_API_KEY?: string;
  OPENAI_MODEL: string;
  NTFY_URL: string;
  TELEGRAM_BOT_TOKEN?: string;
  GOOGLE_CLIENT_ID?: string;
  OIDC_ISSUER?: string;
  OIDC_NAME: string;
}

export function checkSettings(settings: SettingsToCheck): Check[] {
  return [
    { ...checkEmail(settings), channel: "email" },
    { ...checkSms(settings), channel: "sms" },
    { ...checkWhatsApp(settings), channel: "whatsapp" },
    ...checkNtfy(settings),
    ...checkTelegram(settings),
    checkModel(settings),
    checkGoogle(settings),
    ...checkOidc(settings),
    checkAddress(settings),
    checkTimeZone(settings),
  ];
}

function checkEmail({ EMAIL_FROM, POSTMARK_SERVER_TOKEN, SMTP_URL }: SettingsToCheck): Check {
  if (EMAIL_FROM && (POSTMARK_SERVER_TOKEN || SMTP_URL)) {
    return done(
      "Email",
      `Sent by ${POSTMARK_SERVER_TOKEN ? "Postmark" : "your mail server"} from ${EMAIL_FROM}.`,
    );
  }
  const until = "Until then, Mila can't send emails and treats every address as verified.";
  return open(
    "Email",
    `Set EMAIL_FROM and either SMTP_URL (any mail server) or POSTMARK_SERVER_TOKEN. ${until}`,
  );
}

function checkSms({ TWILIO_SMS_FROM }: SettingsToCheck): Check {
  if (TWILIO_SMS_FROM) return done("SMS", `Sent by Twilio from ${TWILIO_SMS_FROM}.`);
  return open("SMS", "Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SMS_FROM.");
}

function checkWhatsApp({ TWILIO_WHATSAPP_FROM, TWILIO_WHATSAPP_TEMPLATE }: SettingsToCheck): Check {
  if (!TWILIO_WHATSAPP_FROM) {
    return open("WhatsApp", "Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_WHATSAPP_FROM.");
  }
  const from = `Sent by Twilio from ${TWILIO_WHATSAPP_FROM}.`;
  if (TWILIO_WHATSAPP_TEMPLATE) return done("WhatsApp", from);
  return open(
    "WhatsApp",
    `${from} Set TWILIO_WHATSAPP_TEMPLATE too. Without it, Mila can only reply to messages.`,
  );
}

function checkNtfy({ NTFY_URL }: SettingsToCheck): Check[] {
  if (NTFY_URL === "off") return [];
  const text = `People can turn on notifications, which go through ${new URL(NTFY_URL).host}.`;
  return [{ ...done("ntfy", text), channel: "ntfy" }];
}

function checkTelegram({ TELEGRAM_BOT_TOKEN }: SettingsToCheck): Check[] {
  if (!TELEGRAM_BOT_TOKEN) return [];
  return [{ ...done("Telegram", "People can connect a chat with your bot."), channel: "telegram" }];
}

function checkModel({ OPENAI_API_KEY, OPENAI_MODEL }: SettingsToCheck): Check {
  const name = "Language model";
  if (OPENAI_API_KEY) return done(name, `${OPENAI_MODEL} helps Mila understand requests.`);
  return open(
    name,
    "Mila understands requests with its built-in rules. Set OPENAI_API_KEY to add a language model.",
  );
}

function checkGoogle({ GOOGLE_CLIENT_ID }: SettingsToCheck): Check {
  if (GOOGLE_CLIENT_ID)
    return done("Google", "People can sign in with Google and save tasks to Google Calendar.");
  return open(
    "Google",
    "Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET to let people sign in with Google and use Google Calendar.",
  );
}

/** Most families have no identity provider, so nothing is missing without one. */
function checkOidc({ OIDC_ISSUER, OIDC_NAME }: SettingsToCheck): Check[] {
  if (!OIDC_ISSUER) return [];
  return [done("Identity provider", `People can sign in with ${OIDC_NAME} at ${OIDC_ISSUER}.`)];
}

function checkAddress({ APP_URL }: SettingsToCheck): Check {
  if (APP_URL) return done("Address", `Links in messages start with ${APP_URL}.`);
  return open(
    "Address",
    "Links in messages only work at home. Set APP_URL to an address that works everywhere.",
  );
}

function checkTimeZone({ MILA_TIME_ZONE }: SettingsToCheck): Check {
  const name = "Time zone";
  if (MILA_TIME_ZONE)
    return done(name, `${MILA_TIME_ZONE}. Used when a browser doesn't report its own.`);
  return open(
    name,
    "UTC. Used when a browser doesn't report its own. Set MILA_TIME_ZONE to yours.",
  );
}
