import type { ChannelOf } from "#app/channels.ts";

export interface TextMessage {
  deliveryId: string;
  channel: "sms" | "whatsapp";
  /** E.164. */
  to: string;
  text: string;
  /** Null for a reply, which needs no template for 24 hours. */
  templateVariables: [string, string] | null;
  /** Null when the provider cannot reach this instance. */
  statusCallback: string | null;
}

/** Both are in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Read by app/service-worker/notifications.ts. */
interface PushContent {
  title: string;
  text: string;
  url: string;
  /** A notification replaces an earlier one with its tag. */
  tag: string;
  deliveryId: string;
  /** Requested once the user has opened or closed the notification. */
  seenUrl?: string;
  buttons: MessageButton[];
}

export interface PushMessage {
  deliveryId: string;
  channel: "push";
  /** The browser's subscription. */
  to: { endpoint: string; p256dh: string; auth: string };
  sender: PushKeys & {
    /** An https or mailto address; push services write there if Mila misbehaves. */
    contact: string;
  };
  content: PushContent;
  ttlSeconds: number;
  urgency: "normal" | "high";
  /** A new message replaces a waiting one with the same topic. */
  topic: string;
}

export type PushTarget = Pick<PushMessage, "to" | "sender">;

export interface EmailMessage {
  deliveryId: string;
  channel: "email";
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface NotificationMessage {
  deliveryId: string;
  channel: ChannelOf<"notification">;
  /** The person's topic or chat. */
  to: string;
  title: string;
  text: string;
  url: string | null;
  buttons: MessageButton[];
}

export interface MessageButton {
  type: "done" | "snooze";
  label: string;
  /** Takes a POST without a body, once. */
  url: string;
}

export type BeforeData = () => Promise<void>;

export type SentEmail = Pick<EmailMessage, "deliveryId" | "channel">;

export interface CalendarMessage {
  deliveryId: string;
  channel: "calendar";
  /** Null when it can no longer be decrypted. */
  refreshToken: string | null;
  calendarId: string;
  /** An id of our own, so that sending twice creates one event: letters a to v and digits. */
  eventId: string;
  isThere: boolean;
  /** Null removes the event. */
  event: GoogleEvent | null;
}

/** See https://developers.google.com/workspace/calendar/api/v3/reference/events. */
export interface GoogleEvent {
  summary: string;
  description: string;
  start: { dateTime: string; timeZone: string };
  end: { dateTime: string; timeZone: string };
  /** "RRULE:…" and "EXDATE…" (RFC 5545). */
  recurrence?: string[];
  reminders: { useDefault: false; overrides: { method: "popup"; minutes: number }[] };
  /**
   * The state changes with every state of the task. The instance distinguishes this Mila's events
   * from others'.
   */
  extendedProperties: { private: { milaState: string; milaInstance: string } };
}

/** Keys of app/domain/outbox/reasons.ts. */
type Refusal = "bad_address" | "opted_out" | "refused" | "not_allowed" | "device_gone";

export type Outcome =
  | { status: "sent"; providerId: string | null }
  /**
   * The provider did not accept it. A rate limit pauses the channel and does not count as a retry.
   */
  | { status: "later"; isRateLimit: boolean; retryAfterSeconds?: number }
  /** Status 503, which probably means not accepted: ask the provider before sending it again. */
  | { status: "unavailable"; retryAfterSeconds?: number }
  /** The provider may have accepted it: ask before sending it again. */
  | { status: "unclear" }
  | { status: "failed"; reason: Refusal }
  /** The settings are wrong: the channel pauses until they are fixed. */
  | { status: "misconfigured" }
  /** For example WhatsApp outside its 24 hours. */
  | { status: "other_channel"; channel: "sms" }
  /** The user must reconnect or choose another calendar. */
  | { status: "needs_user"; problem: CalendarProblem }
  /** A person removed the event, which is final. */
  | { status: "taken_out" };

type CalendarProblem = "grant_gone" | "calendar_gone";

export type LookupResult =
  /** Messages recognized by their text may belong to another delivery. */
  | { status: "found"; providerIds: string[] }
  | { status: "absent" }
  | { status: "unanswered" }
  /** A copy shows nothing new, so it may go out again. */
  | { status: "harmless" }
  /** Mail servers keep no record of what they accepted. */
  | { status: "no_lookup" };

export type Progress =
  | { status: "underway" }
  | { status: "delivered" }
  | { status: "undelivered"; reason: Refusal }
  | { status: "other_channel"; channel: "sms" };

export interface EmailProgress {
  to: string | null;
  progress: Progress;
}

export interface InboundText {
  providerId: string;
  channel: "sms" | "whatsapp" | "telegram";
  /** E.164, or a chat's id. */
  from: string;
  body: string;
  receivedAt: string;
}

export interface PhoneText extends InboundText {
  channel: "sms" | "whatsapp";
}
