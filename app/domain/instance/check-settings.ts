import { type Check, done, open } from "./check.ts";

/** Settings that are no secret, and secrets of which only counts whether they are set. */
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
  GOOGLE_CLIENT_ID?: string;
}

/** What of an instance is set up: for its checklist, and for the log when it starts. */
export function checkSettings(settings: SettingsToCheck): Check[] {
  return [
    { ...checkEmail(settings), channel: "email" },
    { ...checkSms(settings), channel: "sms" },
    { ...checkWhatsApp(settings), channel: "whatsapp" },
    checkModel(settings),
    checkGoogle(settings),
    checkAddress(settings),
    checkTimeZone(settings),
  ];
}

function checkEmail({ EMAIL_FROM, POSTMARK_SERVER_TOKEN, SMTP_URL }: SettingsToCheck): Check {
  if (EMAIL_FROM && (POSTMARK_SERVER_TOKEN || SMTP_URL)) {
    return done("E-mail", `By ${POSTMARK_SERVER_TOKEN ? "Postmark" : "your mail server"}, from ${EMAIL_FROM}.`);
  }
  const until =
    "Until then reminders and links go out by other means or not at all, and every address counts as verified.";
  return open("E-mail", `Set EMAIL_FROM, and SMTP_URL (any mail server) or POSTMARK_SERVER_TOKEN. ${until}`);
}

function checkSms({ TWILIO_SMS_FROM }: SettingsToCheck): Check {
  if (TWILIO_SMS_FROM) return done("SMS", `By Twilio, from ${TWILIO_SMS_FROM}.`);
  return open("SMS", "Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SMS_FROM.");
}

function checkWhatsApp({ TWILIO_WHATSAPP_FROM, TWILIO_WHATSAPP_TEMPLATE }: SettingsToCheck): Check {
  if (!TWILIO_WHATSAPP_FROM) {
    return open("WhatsApp", "Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_WHATSAPP_FROM.");
  }
  const from = `By Twilio, from ${TWILIO_WHATSAPP_FROM}.`;
  if (TWILIO_WHATSAPP_TEMPLATE) return done("WhatsApp", from);
  return open("WhatsApp", `${from} Set TWILIO_WHATSAPP_TEMPLATE too: without it only answers can go out this way.`);
}

function checkModel({ OPENAI_API_KEY, OPENAI_MODEL }: SettingsToCheck): Check {
  const name = "Language model";
  if (OPENAI_API_KEY) return done(name, `${OPENAI_MODEL} helps to understand what people ask for.`);
  return open(name, "Mila understands requests by rules of its own. For a model's help set OPENAI_API_KEY.");
}

function checkGoogle({ GOOGLE_CLIENT_ID }: SettingsToCheck): Check {
  if (GOOGLE_CLIENT_ID) return done("Google", "People can sign in with Google and save to its calendar.");
  return open(
    "Google",
    "To let people sign in with Google and save to its calendar set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
  );
}

function checkAddress({ APP_URL }: SettingsToCheck): Check {
  if (APP_URL) return done("Address", `${APP_URL}, in every link that is sent.`);
  return open("Address", "Links in messages will not open outside your home. Set APP_URL to an address that does.");
}

function checkTimeZone({ MILA_TIME_ZONE }: SettingsToCheck): Check {
  const name = "Time zone";
  if (MILA_TIME_ZONE) return done(name, `${MILA_TIME_ZONE}, for people whose browser does not tell theirs.`);
  return open(name, "UTC, for people whose browser does not tell theirs. Set MILA_TIME_ZONE to yours.");
}
