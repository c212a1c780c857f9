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
   * Takes 20 s at most. Within that time, it retries what was certainly not accepted.
   * @param beforeData called before each try's data is sent, except to calendars; an error stops it
   */
  send: (message: OutgoingMessage, beforeData?: BeforeData) => Promise<Outcome>;
  /** `since` is in UTC. */
  find: (message: FindableMessage | SentEmail, since: string) => Promise<LookupResult>;
  searchLagSeconds: (channel: Channel) => number;
  textProgress: (providerId: string) => Promise<Progress>;
  emailProgress: (providerId: string) => Promise<EmailProgress>;
  /** Oldest first; null without an answer. `since` is in UTC. */
  listInbound: (since: string) => Promise<PhoneText[] | null>;
}

export function createProviders(settings: Settings): Providers {
  const twilio = readTwilioAccount(settings);
  const email = createEmailProvider(settings);
  const google = readGoogleClient(settings);
  const ntfy = readNtfyServer(settings);
  const telegram = readTelegramBot(settings);
  const withoutLookup: Channel[] = ["push", "ntfy", "telegram"];
  if (email?.hasLookup === false) withoutLookup.push("email");
  return {
    isSetUp: (channel) => isSetUpBy(settings, channel),
    telegram,
    withoutLookup,
    hasLookup: (channel) => !withoutLookup.includes(channel),
    isHarmless: (channel) => channel === "push",
    async send(message, beforeData = async () => undefined) {
      if (message.channel === "email")
        return email?.send(message, beforeData) ?? { status: "misconfigured" };
      if (message.channel === "calendar")
        return google ? sendEntry(google, message) : { status: "misconfigured" };
      if (message.channel === "push") return sendPush(message, settings.PUSH_HOSTS, beforeData);
      if (message.channel === "ntfy")
        return ntfy ? sendToNtfy(ntfy, message, beforeData) : { status: "misconfigured" };
      if ("buttons" in message)
        return telegram
          ? sendToTelegram(telegram, message, beforeData)
          : { status: "misconfigured" };
      return twilio ? sendText(twilio, message, beforeData) : { status: "misconfigured" };
    },
    async find(message, since) {
      if (message.channel === "email") return email?.find(message) ?? { status: "unanswered" };
      if (message.channel === "calendar")
        return google ? findEntry(google, message) : { status: "unanswered" };
      if ("buttons" in message) return { status: "no_lookup" };
      return twilio ? findText(twilio, message, since) : { status: "unanswered" };
    },
    searchLagSeconds: (channel) => (channel === "email" ? (email?.searchLagSeconds ?? 0) : 0),
    textProgress: async (providerId) =>
      twilio ? textProgress(twilio, providerId) : { status: "underway" },
    emailProgress: async (providerId) => email?.progress(providerId) ?? unknownProgress,
    listInbound: async (since) => (twilio ? listInbound(twilio, since) : []),
  };
}

export const providers: Providers = createProviders(env);
