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
