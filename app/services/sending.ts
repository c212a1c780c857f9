// What all providers have in common: messages, and what can come of sending them.

/** A text for a phone. */
export interface TextMessage {
  deliveryId: string;
  channel: "sms" | "whatsapp";
  /** E.164. */
  to: string;
  text: string;
  /** For WhatsApp's approved template: what, and a link. An answer has none: it needs no template, for 24 hours. */
  templateVariables: [string, string] | null;
  /** Where the provider may report to, with the delivery's id in it; null where it cannot reach this instance. */
  statusCallback: string | null;
}

export interface EmailMessage {
  deliveryId: string;
  channel: "email";
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** What is needed to ask about an email. */
export type SentEmail = Pick<EmailMessage, "deliveryId" | "channel">;

/** A task in a person's calendar, to add, change or take out. */
export interface CalendarMessage {
  deliveryId: string;
  channel: "calendar";
  /** Google's permission to act for them; null when it can no longer be read. */
  refreshToken: string | null;
  calendarId: string;
  /** Chosen here, so that sending twice makes one event: letters a to v and digits. */
  eventId: string;
  /** Whether it is there, as far as is known. */
  isThere: boolean;
  /** The event as it should be; null to take it out. */
  event: GoogleEvent | null;
}

/** In Google's form (https://developers.google.com/workspace/calendar/api/v3/reference/events). */
export interface GoogleEvent {
  summary: string;
  description: string;
  /** Instants, with the time zone in which they were entered. */
  start: { dateTime: string; timeZone: string };
  end: { dateTime: string; timeZone: string };
  reminders: { useDefault: false; overrides: { method: "popup"; minutes: number }[] };
  /** Identifies this state of the task when Google is asked what it has. */
  extendedProperties: { private: { milaState: string } };
}

/** Why a message did not go out for good, in the words of app/domain/outbox/reasons.ts. */
type Refusal = "bad_address" | "opted_out" | "refused" | "not_allowed";

/** What came of sending once. */
export type Outcome =
  /** A calendar entry that was taken out has no id any more. */
  | { status: "sent"; providerId: string | null }
  /** Not accepted: again later. A rate limit says so with the pause that it asks for, and costs no try. */
  | { status: "later"; isRateLimit: boolean; retryAfterSeconds?: number }
  /** It may have been accepted: the provider must be asked before it is sent again. */
  | { status: "unclear" }
  /** Refused for good. */
  | { status: "failed"; reason: Refusal }
  /** The channel is set up wrongly: nothing goes out by it until that is fixed. */
  | { status: "misconfigured" }
  /** This channel cannot, another can (WhatsApp outside its window). */
  | { status: "other_channel"; channel: "sms" }
  /** This one person has to do something first: allow it again, or choose another calendar. */
  | { status: "needs_user"; problem: CalendarProblem }
  /** The event is gone: its removal by a person is final. */
  | { status: "taken_out" };

export type CalendarProblem = "grant_gone" | "calendar_gone";

/** What the provider knows about a message. */
export type Found =
  /** It has messages like this one. Recognized by their words, they may be another delivery's. */
  | { status: "found"; providerIds: string[] }
  | { status: "absent" }
  /** It did not answer: ask again. */
  | { status: "unanswered" }
  /** Nobody there keeps what was sent (SMTP). */
  | { status: "no_lookup" };

/** How far a sent message has come, as far as its provider knows. */
export type Progress =
  | { status: "underway" }
  | { status: "delivered" }
  | { status: "undelivered"; reason: Refusal }
  /** It did not arrive by this channel and may by the other. */
  | { status: "other_channel"; channel: "sms" };

/** How far an email has come, and to whom it went where its provider says so. */
export interface EmailProgress {
  to: string | null;
  progress: Progress;
}

/** A text sent to one of this instance's numbers. */
export interface InboundText {
  providerId: string;
  channel: "sms" | "whatsapp";
  /** E.164. */
  from: string;
  body: string;
  receivedAt: string;
}
