import type { Email } from "./message.ts";

export function renderEmail(email: Email): { text: string; html: string } {
  const text = [email.heading, ...email.body.flat(), email.button?.url, email.footnote].filter(Boolean).join("\n\n");
  return { text, html: `<p>${text}</p>` };
}
