import type { GoogleEvent } from "#app/services/sending.ts";

/** A calendar entry as it is to be. */
export interface EntryChange {
  /** Opens with the instance's key, for this user. */
  sealedToken: string;
  userId: string;
  calendarId: string;
  eventId: string;
  isThere: boolean;
  event: GoogleEvent | null;
}

/** What is to be said, whatever the channel: a text for a phone and an e-mail, both without addresses. */
export interface Message {
  /** For SMS and WhatsApp, at most two segments long (fitText); begins with who sends it, ends with the link. */
  text: string;
  /** For WhatsApp's approved template: what, and the link. */
  templateVariables: [string, string];
  email: Email;
}

/** An e-mail's content; app/domain/outbox/rendering/email-layout.ts gives it its form, as HTML and as text. */
export interface Email {
  subject: string;
  heading: string;
  body: EmailBlock[];
  button?: { label: string; url: string };
  /** Small, at the end: why one gets this, what to do if it is a mistake. */
  footnote?: string;
  /** Where messages like this one can be switched off. */
  settingsUrl?: string;
}

/** A paragraph, a list of lines, or what stands over the next of them. */
export type EmailBlock = string | string[] | { heading: string };
