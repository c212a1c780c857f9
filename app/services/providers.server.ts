import { isSetUp } from "#app/channels.server.ts";
import { env, type Settings } from "#app/env.server.ts";
import type { Channel } from "#db/schema.ts";
import { findEntry, sendEntry } from "./google/calendar-entries.server.ts";
import { googleClientOf } from "./google/client.server.ts";
import { parseMailbox } from "./mail-address.ts";
import { emailProgress } from "./postmark/progress.server.ts";
import { findByPostmark, postmarkListsAfterSeconds, sendByPostmark } from "./postmark/emails.server.ts";
import type {
  CalendarMessage,
  EmailMessage,
  EmailProgress,
  Found,
  InboundText,
  Outcome,
  Progress,
  SentEmail,
  TextMessage,
} from "./sending.ts";
import { sendBySmtp } from "./smtp/emails.server.ts";
import type { TwilioAccount } from "./twilio/client.server.ts";
import { listInbound } from "./twilio/inbound.server.ts";
import { findText, sendText, textProgress } from "./twilio/texts.server.ts";

export type OutgoingMessage = TextMessage | EmailMessage | CalendarMessage;

/** Everything that can be asked of whoever sends for an instance. Nothing in it throws. */
export interface Providers {
  /** Whether messages can go out by this channel. */
  isSetUp: (channel: Channel) => boolean;
  /** Whether its provider keeps what it took, to be asked about it. */
  isAskable: (channel: Channel) => boolean;
  /** Sends once, in 20 s at most; what was surely not accepted is tried again within them. */
  send: (message: OutgoingMessage) => Promise<Outcome>;
  /** Whether the provider has taken this message since an instant (UTC). */
  find: (message: TextMessage | SentEmail | CalendarMessage, since: string) => Promise<Found>;
  /** For how long after it was taken a message may be missing from what the channel's provider finds. */
  listsAfterSeconds: (channel: Channel) => number;
  /** How far a text has come; underway when the provider does not say. */
  textProgress: (providerId: string) => Promise<Progress>;
  /** The same of an e-mail. */
  emailProgress: (providerId: string) => Promise<EmailProgress>;
  /** Texts that were sent to this instance since an instant (UTC), oldest first; null when the provider does not say. */
  listInbound: (since: string) => Promise<InboundText[] | null>;
}

interface EmailProvider {
  isAskable: boolean;
  listsAfterSeconds: number;
  send: (message: EmailMessage) => Promise<Outcome>;
  find: (message: SentEmail) => Promise<Found>;
  progress: (providerId: string) => Promise<EmailProgress>;
}

const unsaid: EmailProgress = { to: null, progress: { is: "underway" } };

/** The providers that these settings name. */
export function providersOf(settings: Settings): Providers {
  const twilio = twilioOf(settings);
  const email = emailProviderOf(settings);
  const google = googleClientOf(settings);
  return {
    isSetUp: (channel) => isSetUp(channel, settings),
    isAskable: (channel) => channel !== "email" || email?.isAskable !== false,
    async send(message) {
      if (message.channel === "email") return email?.send(message) ?? { is: "misconfigured" };
      if (message.channel === "calendar") return google ? sendEntry(google, message) : { is: "misconfigured" };
      return twilio ? sendText(twilio, message) : { is: "misconfigured" };
    },
    async find(message, since) {
      if (message.channel === "email") return email?.find(message) ?? { is: "unanswered" };
      if (message.channel === "calendar") return google ? findEntry(google, message) : { is: "unanswered" };
      return twilio ? findText(twilio, message, since) : { is: "unanswered" };
    },
    listsAfterSeconds: (channel) => (channel === "email" ? (email?.listsAfterSeconds ?? 0) : 0),
    textProgress: async (providerId) => (twilio ? textProgress(twilio, providerId) : { is: "underway" }),
    emailProgress: async (providerId) => email?.progress(providerId) ?? unsaid,
    listInbound: async (since) => (twilio ? listInbound(twilio, since) : []),
  };
}

function twilioOf(settings: Settings): TwilioAccount | undefined {
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

function emailProviderOf(settings: Settings): EmailProvider | undefined {
  if (!settings.EMAIL_FROM) return undefined;
  const from = parseMailbox(settings.EMAIL_FROM);
  if (settings.POSTMARK_SERVER_TOKEN) {
    const server = { token: settings.POSTMARK_SERVER_TOKEN, from, baseUrl: settings.POSTMARK_BASE_URL };
    return {
      isAskable: true,
      listsAfterSeconds: postmarkListsAfterSeconds,
      send: (message) => sendByPostmark(server, message),
      find: (message) => findByPostmark(server, message),
      progress: (providerId) => emailProgress(server, providerId),
    };
  }
  if (!settings.SMTP_URL) return undefined;
  const server = { url: settings.SMTP_URL, from };
  return {
    isAskable: false,
    listsAfterSeconds: 0,
    send: (message) => sendBySmtp(server, message),
    find: async () => ({ is: "unaskable" }),
    progress: async () => unsaid,
  };
}

/** The ones of this process's settings. */
export const providers: Providers = providersOf(env);
