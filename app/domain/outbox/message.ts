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
  /** For WhatsApp's approved template: sentence, link. */
  templateVariables: [string, string];
  email: Email;
  /** On a phone's notification. */
  buttons?: MessageButton[];
  push?: PushParts;
}

/** Beyond the email's heading and text. */
interface PushParts {
  /** Only the latest notification about it is shown. */
  subject: string;
  /** Afterwards it is no longer worth showing. */
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
