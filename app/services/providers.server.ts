import { connectedChannels } from "#app/channels.ts";
import { isSetUpBy } from "#app/config/channels.server.ts";
import { env, type Settings } from "#app/config/env.server.ts";
import type { Channel } from "#db/schema.ts";
import { createEmailProvider, unknownProgress } from "./email-provider.server.ts";
import { findEntry, sendEntry } from "./google/calendar-entries.server.ts";
import { readGoogleClient } from "./google/client.server.ts";
import { sendPush } from "./push/send-push.server.ts";
import type {
  BeforeData,
  CalendarMessage,
  EmailMessage,
  EmailProgress,
  LookupResult,
  PhoneText,
  NotificationMessage,
  Outcome,
  Progress,
  PushMessage,
  SentEmail,
  TextMessage,
} from "./sending.ts";
import { readNtfyServer, sendToNtfy } from "./ntfy/notifications.server.ts";
import { readTelegramBot, type TelegramBot } from "./telegram/bot.server.ts";
import { sendToTelegram } from "./telegram/messages.server.ts";
import { readTwilioAccount } from "./twilio/client.server.ts";
import { listInbound } from "./twilio/inbound.server.ts";
import { findText, sendText, textProgress } from "./twilio/texts.server.ts";

export type FindableMessage = TextMessage | EmailMessage | CalendarMessage | NotificationMessage;

export type OutgoingMessage = FindableMessage | PushMessage;

export interface Providers {
  telegram: TelegramBot | undefined;
  isSetUp: (channel: Channel) => boolean;
  /** Channels whose provider can't be asked which messages it accepted. */
  withoutLookup: Channel[];
  hasLookup: (channel: Channel) => boolean;
  /** True if a copy shows nothing new. */
  isHarmless: (channel: Channel) => boolean;
  /**
   * Takes 20 s at most, in which it retries what was certainly not accepted.
   * @param beforeData called before each try's data is sent, except to calendars; an error stops it
   */
  send: (message: OutgoingMessage, beforeData?: BeforeData) => Promise<Outcome>;
  /** `since` is in UTC. */
  find: (message: FindableMessage | SentEmail, since: string) => Promise<LookupResult>;
  searchLagSeconds: (channel: Channel) => number;
  textProgress: (providerId: string) => Promise<Progress>;
  emailProgress: (providerId: string) => Promise<EmailProgress>;
  /** Lists the oldest first; null without an answer. `since` is in UTC. */
  listInbound: (since: string) => Promise<PhoneText[] | null>;
}

const misconfigured: Outcome = { status: "misconfigured" };
const unanswered: LookupResult = { status: "unanswered" };

export function createProviders(settings: Settings): Providers {
  const twilio = readTwilioAccount(settings);
  const email = createEmailProvider(settings);
  const google = readGoogleClient(settings);
  const ntfy = readNtfyServer(settings);
  const telegram = readTelegramBot(settings);
  const withoutLookup: Channel[] = [...connectedChannels];
  if (email?.hasLookup === false) withoutLookup.push("email");
  return {
    isSetUp: (channel) => isSetUpBy(settings, channel),
    telegram,
    withoutLookup,
    hasLookup: (channel) => !withoutLookup.includes(channel),
    isHarmless: (channel) => channel === "push",
    async send(message, beforeData = async () => undefined) {
      switch (message.channel) {
        case "push":
          return sendPush(message, settings.PUSH_HOSTS, beforeData);
        case "ntfy":
          return ntfy ? sendToNtfy(ntfy, message, beforeData) : misconfigured;
        case "telegram":
          return telegram ? sendToTelegram(telegram, message, beforeData) : misconfigured;
        case "sms":
        case "whatsapp":
          return twilio ? sendText(twilio, message, beforeData) : misconfigured;
        case "email":
          return email?.send(message, beforeData) ?? misconfigured;
        case "calendar":
          return google ? sendEntry(google, message) : misconfigured;
      }
    },
    async find(message, since) {
      switch (message.channel) {
        case "ntfy":
        case "telegram":
          return { status: "no_lookup" };
        case "sms":
        case "whatsapp":
          return twilio ? findText(twilio, message, since) : unanswered;
        case "email":
          return email?.find(message) ?? unanswered;
        case "calendar":
          return google ? findEntry(google, message) : unanswered;
      }
    },
    searchLagSeconds: (channel) => (channel === "email" ? (email?.searchLagSeconds ?? 0) : 0),
    textProgress: async (providerId) =>
      twilio ? textProgress(twilio, providerId) : { status: "underway" },
    emailProgress: async (providerId) => email?.progress(providerId) ?? unknownProgress,
    listInbound: async (since) => (twilio ? listInbound(twilio, since) : []),
  };
}

export const providers: Providers = createProviders(env);
