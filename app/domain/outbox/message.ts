import type { GoogleEvent, MessageButton } from "#app/services/sending.ts";

export interface EntryChange {
  sealedToken: string;
  userId: string;
  calendarId: string;
  eventId: string;
  isThere: boolean;
  event: GoogleEvent | null;
}

export interface Message {
  text: string;
  /** The sentence and the link for WhatsApp's approved template. */
  templateVariables: [string, string];
  email: Email;
  /** Buttons for a phone's notification. */
  buttons?: MessageButton[];
  push?: PushParts;
}

/** A push message needs these besides the heading and the text of the email. */
interface PushParts {
  /** A device shows only the latest notification about it. */
  subject: string;
  /** Not worth showing after this. */
  usefulUntil: string;
  urgency: "normal" | "high";
  /** Takes a POST without a body. */
  seenUrl: string;
}

export interface Email {
  subject: string;
  heading: string;
  body: EmailBlock[];
  button?: { label: string; url: string };
  footnote?: string;
  settingsUrl?: string;
}

export type EmailBlock = string | string[] | { heading: string };
