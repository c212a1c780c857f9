import type { Settings } from "#app/config/env.server.ts";
import { parseMailbox } from "./email-address.ts";
import {
  findInPostmark,
  postmarkSearchLagSeconds,
  sendWithPostmark,
} from "./postmark/emails.server.ts";
import { emailProgress } from "./postmark/progress.server.ts";
import type {
  BeforeData,
  EmailMessage,
  EmailProgress,
  LookupResult,
  Outcome,
  SentEmail,
} from "./sending.ts";
import { sendWithSmtp } from "./smtp/emails.server.ts";
import { createSmtpPool } from "./smtp/pool.server.ts";

interface EmailProvider {
  hasLookup: boolean;
  searchLagSeconds: number;
  send: (message: EmailMessage, beforeData: BeforeData) => Promise<Outcome>;
  find: (message: SentEmail) => Promise<LookupResult>;
  progress: (providerId: string) => Promise<EmailProgress>;
}

export const unknownProgress: EmailProgress = { to: null, progress: { status: "underway" } };

export function createEmailProvider(settings: Settings): EmailProvider | undefined {
  if (!settings.EMAIL_FROM) return undefined;
  const from = parseMailbox(settings.EMAIL_FROM);
  if (settings.POSTMARK_SERVER_TOKEN) {
    const server = {
      token: settings.POSTMARK_SERVER_TOKEN,
      from,
      baseUrl: settings.POSTMARK_BASE_URL,
    };
    return {
      hasLookup: true,
      searchLagSeconds: postmarkSearchLagSeconds,
      send: (message, beforeData) => sendWithPostmark(server, message, beforeData),
      find: (message) => findInPostmark(server, message),
      progress: (providerId) => emailProgress(server, providerId),
    };
  }
  if (!settings.SMTP_URL) return undefined;
  const server = { pool: createSmtpPool(settings.SMTP_URL), from };
  return {
    hasLookup: false,
    searchLagSeconds: 0,
    send: (message, beforeData) => sendWithSmtp(server, message, beforeData),
    find: async () => ({ status: "no_lookup" }),
    progress: async () => unknownProgress,
  };
}
