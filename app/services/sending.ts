// What all providers have in common: what is given to them to send, and what can come of it.

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

/** What an e-mail is asked about by: the provider has its delivery's id, whatever was in it. */
export type SentEmail = Pick<EmailMessage, "deliveryId" | "channel">;

/** A task in somebody's calendar: to be put there, changed, or taken out. */
export interface CalendarMessage {
  deliveryId: string;
  channel: "calendar";
  /** What Google gave to act for them; null when it cannot be read any more. */
  refreshToken: string | null;
  calendarId: string;
  /** Chosen here, so that twice is once: letters a to v and digits. */
  eventId: string;
  /** Whether it is there, as far as is known. */
  isThere: boolean;
  /** As it is to be; null to take it out. */
  event: GoogleEvent | null;
}

/** In Google's words (https://developers.google.com/workspace/calendar/api/v3/reference/events). */
export interface GoogleEvent {
  summary: string;
  description: string;
  /** Instants with the zone in which they were said. */
  start: { dateTime: string; timeZone: string };
  end: { dateTime: string; timeZone: string };
  reminders: { useDefault: false; overrides: { method: "popup"; minutes: number }[] };
  /** Tells this state of the task from others, when Google is asked what it has. */
  extendedProperties: { private: { milaState: string } };
}

/** Why a message did not go out for good, in the words of app/domain/outbox/reasons.ts. */
export type Refusal = "bad_address" | "opted_out" | "refused" | "not_allowed";

/** What came of sending once. */
export type Outcome =
  /** A calendar entry that was taken out has no id any more. */
  | { is: "sent"; providerId: string | null }
  /** Not accepted: again later. A rate limit says so with the pause that it asks for, and costs no try. */
  | { is: "later"; isRateLimit: boolean; retryAfterSeconds?: number }
  /** It may have been accepted: to be asked before it is sent again. */
  | { is: "unclear" }
  /** Refused for good. */
  | { is: "failed"; reason: Refusal }
  /** The channel is set up wrongly: nothing goes out by it until that is mended. */
  | { is: "misconfigured" }
  /** This channel cannot, another can (WhatsApp outside its window). */
  | { is: "other_channel"; channel: "sms" }
  /** This one person has to do something first: allow it again, or choose another calendar. */
  | { is: "needs_user"; problem: CalendarProblem }
  /** What was to be changed is not there any more: whoever took it out is not overruled. */
  | { is: "taken_out" };

export type CalendarProblem = "grant_gone" | "calendar_gone";

/** What the provider knows of a message of ours. */
export type Found =
  /** It has messages that are like this one: by their words, they may be another delivery's. */
  | { is: "found"; providerIds: string[] }
  | { is: "absent" }
  /** It did not answer: to be asked again. */
  | { is: "unanswered" }
  /** Nobody there keeps what was sent (SMTP). */
  | { is: "unaskable" };

/** How far a sent message has come, as far as its provider knows. */
export type Progress =
  | { is: "underway" }
  | { is: "delivered" }
  | { is: "undelivered"; reason: Refusal }
  /** It did not arrive by this channel and may by the other. */
  | { is: "other_channel"; channel: "sms" };

/** How far an e-mail has come, and whom it went to where its provider says so. */
export interface EmailProgress {
  to: string | null;
  progress: Progress;
}

/** A text that somebody sent to one of this instance's numbers. */
export interface InboundText {
  providerId: string;
  channel: "sms" | "whatsapp";
  /** E.164. */
  from: string;
  body: string;
  receivedAt: string;
}
