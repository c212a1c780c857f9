import type { GoogleEvent } from "#app/services/sending.ts";

export interface EntryChange {
  sealedToken: string;
  userId: string;
  calendarId: string;
  eventId: string;
  isThere: boolean;
  event: GoogleEvent | null;
}

/** Content for every channel, without addresses. */
export interface Message {
  /** For SMS and WhatsApp, made by fitText. */
  text: string;
  /** For WhatsApp's approved template: the sentence and the link. */
  templateVariables: [string, string];
  email: Email;
}

/** rendering/email-layout.ts lays it out as HTML and text. */
export interface Email {
  subject: string;
  heading: string;
  body: EmailBlock[];
  button?: { label: string; url: string };
  /** Says why it was sent, and what to do about a mistake. */
  footnote?: string;
  settingsUrl?: string;
}

export type EmailBlock = string | string[] | { heading: string };
