import { isSetUp } from "#app/config/channels.server.ts";
import { env, type Settings } from "#app/config/env.server.ts";
import type { Channel } from "#db/schema.ts";
import { emailProviderOf, unknownProgress } from "./email-provider.server.ts";
import { findEntry, sendEntry } from "./google/calendar-entries.server.ts";
import { googleClientOf } from "./google/client.server.ts";
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
import { twilioAccountOf } from "./twilio/client.server.ts";
import { listInbound } from "./twilio/inbound.server.ts";
import { findText, sendText, textProgress } from "./twilio/texts.server.ts";

export type OutgoingMessage = TextMessage | EmailMessage | CalendarMessage;

/** The providers that send for an instance. */
export interface Providers {
  /** Whether messages can go out by this channel. */
  isSetUp: (channel: Channel) => boolean;
  /** Whether its provider keeps what it accepted, and can be asked about it. */
  hasLookup: (channel: Channel) => boolean;
  /** Sends once, in 20 s at most; what was surely not accepted is tried again in that time. */
  send: (message: OutgoingMessage) => Promise<Outcome>;
  /** Whether the provider has accepted this message since an instant (UTC). */
  find: (message: TextMessage | SentEmail | CalendarMessage, since: string) => Promise<Found>;
  /** How long the channel's provider may take until it finds a message that it accepted. */
  searchLagSeconds: (channel: Channel) => number;
  /** How far a text has come; underway when the provider does not say. */
  textProgress: (providerId: string) => Promise<Progress>;
  /** How far an email has come, likewise. */
  emailProgress: (providerId: string) => Promise<EmailProgress>;
  /** Texts sent to this instance since an instant (UTC), oldest first; null when the provider does not say. */
  listInbound: (since: string) => Promise<InboundText[] | null>;
}

/** The providers that these settings name. */
export function providersOf(settings: Settings): Providers {
  const twilio = twilioAccountOf(settings);
  const email = emailProviderOf(settings);
  const google = googleClientOf(settings);
  return {
    isSetUp: (channel) => isSetUp(channel, settings),
    hasLookup: (channel) => channel !== "email" || email?.hasLookup !== false,
    async send(message) {
      if (message.channel === "email") return email?.send(message) ?? { status: "misconfigured" };
      if (message.channel === "calendar") return google ? sendEntry(google, message) : { status: "misconfigured" };
      return twilio ? sendText(twilio, message) : { status: "misconfigured" };
    },
    async find(message, since) {
      if (message.channel === "email") return email?.find(message) ?? { status: "unanswered" };
      if (message.channel === "calendar") return google ? findEntry(google, message) : { status: "unanswered" };
      return twilio ? findText(twilio, message, since) : { status: "unanswered" };
    },
    searchLagSeconds: (channel) => (channel === "email" ? (email?.searchLagSeconds ?? 0) : 0),
    textProgress: async (providerId) => (twilio ? textProgress(twilio, providerId) : { status: "underway" }),
    emailProgress: async (providerId) => email?.progress(providerId) ?? unknownProgress,
    listInbound: async (since) => (twilio ? listInbound(twilio, since) : []),
  };
}

/** The ones of this process's settings. */
export const providers: Providers = providersOf(env);
