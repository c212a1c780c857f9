import type { GoogleEvent } from "#app/services/sending.ts";

/** A calendar entry in its new state. */
export interface EntryChange {
  /** Opens with the instance's key, for this user. */
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
  /** Why one gets this, what to do if it is a mistake. */
  footnote?: string;
  /** Where messages like this one can be switched off. */
  settingsUrl?: string;
}

/** A paragraph, a list of lines, or a heading. */
export type EmailBlock = string | string[] | { heading: string };
