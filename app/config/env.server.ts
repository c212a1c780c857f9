import type { z } from "zod";
import { settingsSchema } from "./settings-schema.ts";

const companions: [name: keyof Settings, needed: (keyof Settings)[], example: string][] = [
  ["TWILIO_ACCOUNT_SID", ["TWILIO_AUTH_TOKEN"], "0123456789abcdef0123456789abcdef"],
  ["TWILIO_ACCOUNT_SID", ["TWILIO_SMS_FROM", "TWILIO_WHATSAPP_FROM"], "+15550100000"],
  ["TWILIO_AUTH_TOKEN", ["TWILIO_ACCOUNT_SID"], "AC0123456789abcdef0123456789abcdef"],
  ["TWILIO_SMS_FROM", ["TWILIO_ACCOUNT_SID"], "AC0123456789abcdef0123456789abcdef"],
  ["TWILIO_WHATSAPP_FROM", ["TWILIO_ACCOUNT_SID"], "AC0123456789abcdef0123456789abcdef"],
  ["TWILIO_WHATSAPP_TEMPLATE", ["TWILIO_WHATSAPP_FROM"], "+15550100000"],
  ["POSTMARK_SERVER_TOKEN", ["EMAIL_FROM"], "Mila <mila@example.com>"],
  [
    "POSTMARK_WEBHOOK_PASSWORD",
    ["POSTMARK_SERVER_TOKEN", "MAIL_IN_ADDRESS"],
    "01234567-89ab-cdef-0123-456789abcdef",
  ],
  [
    "MAIL_IN_ADDRESS",
    ["MAIL_IN_URL", "POSTMARK_WEBHOOK_PASSWORD"],
    "imaps://mila%40example.com:password@mail.example.com/School",
  ],
  ["SMTP_URL", ["EMAIL_FROM"], "Mila <mila@example.com>"],
  [
    "EMAIL_FROM",
    ["SMTP_URL", "POSTMARK_SERVER_TOKEN"],
    "smtp://user:password@mail.example.com:587",
  ],
  ["GOOGLE_CLIENT_ID", ["GOOGLE_CLIENT_SECRET"], "GOCSPX-0123456789abcdef"],
  ["GOOGLE_CLIENT_SECRET", ["GOOGLE_CLIENT_ID"], "0123456789-abc.apps.googleusercontent.com"],
  ["MILA_SECRETS_FILE", ["DATABASE_URL"], "postgres://mila:password@postgres/mila"],
  ["OIDC_ISSUER", ["OIDC_CLIENT_ID"], "mila"],
  ["OIDC_ISSUER", ["OIDC_CLIENT_SECRET"], "a-long-random-word"],
  ["OIDC_CLIENT_ID", ["OIDC_ISSUER"], "https://auth.example.com"],
  ["OIDC_CLIENT_SECRET", ["OIDC_ISSUER"], "https://auth.example.com"],
];

type Limit = {
  [Name in keyof Settings]-?: Settings[Name] extends number ? Name : never;
}[keyof Settings];

const diskShares = ["DISK_WARNING_PERCENT", "DISK_FULL_PERCENT"] as const;

/**
 * Pairs of limits whose first may not be above the second, because it would then never be reached.
 */
const ascending: (readonly [Limit, Limit])[] = [
  diskShares,
  ["TEXTS_A_DAY", "TEXTS_A_DAY_A_HOUSEHOLD"],
  ["TEXTS_A_DAY_TO_OTHERS", "TEXTS_A_DAY_A_HOUSEHOLD"],
  ["EMAILS_A_DAY_TO_OTHERS", "EMAILS_A_DAY_A_HOUSEHOLD"],
  ["FIRST_MESSAGES_A_DAY_TO_ONE", "FIRST_MESSAGES_A_DAY"],
  ["ADDS_A_MINUTE", "ADDS_A_DAY"],
  ["PAGES_AT_ONCE", "PAGES_AT_ONCE_A_HOUSEHOLD"],
];

/** Never shown in error messages. */
const secretSettings = new Set([
  "OPENAI_API_KEY",
  "TWILIO_AUTH_TOKEN",
  "POSTMARK_SERVER_TOKEN",
  "POSTMARK_WEBHOOK_PASSWORD",
  "SMTP_URL",
  "MAIL_IN_URL",
  "GOOGLE_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "DATABASE_URL",
  "REDIS_URL",
  "BACKUP_PASSPHRASE",
]);

export type Settings = z.infer<typeof settingsSchema>;

/** Its message has a line for each invalid setting. */
export class SettingsError extends Error {}

/** Empty variables count as unset. @throws SettingsError */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  refuseQuotes(given);
  const result = settingsSchema.safeParse(given);
  if (result.success) {
    requireAscending(result.data, given);
    return refusePlainIssuer(refuseTestHashes(requireCompanions(result.data)));
  }
  const lines = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} is ${secretSettings.has(name) ? "set" : JSON.stringify(given[name])}, but ${message}`;
  });
  throw new SettingsError([...new Set(lines)].join("\n"));
}

function requireCompanions(set: Settings): Settings {
  const lines = companions
    .filter(
      ([name, needed]) =>
        set[name] !== undefined && needed.every((other) => set[other] === undefined),
    )
    .map(([name, needed, example]) => {
      return `${name} is set, but ${needed.join(" or ")} is missing, for example ${needed[0]}=${example}`;
    });
  if (lines.length > 0) throw new SettingsError(lines.join("\n"));
  return set;
}

/**
 * Refuses values in quotes, which a shell and Compose remove, but `docker run --env-file` passes
 * on.
 * @throws SettingsError
 */
function refuseQuotes(given: Record<string, string | undefined>): void {
  const lines = Object.keys(settingsSchema.shape)
    .filter(
      (name) => name !== "BACKUP_PASSPHRASE" && /^(["']).*\1$/.test(given[name]?.trim() ?? ""),
    )
    .map((name) => `${name} begins and ends with a quotation mark: remove both`);
  if (lines.length > 0) throw new SettingsError(lines.join("\n"));
}

/**
 * Refuses a pair that is out of order. A limit that was set beside a default only lowers that
 * default, but a warning must come before the limit that it warns of.
 * @throws SettingsError
 */
function requireAscending(set: Settings, given: Record<string, unknown>): void {
  const lines = ascending
    .filter((pair) => pair === diskShares || pair.every((name) => name in given))
    .filter(([lower, upper]) => set[lower] > set[upper])
    .map(([lower, upper]) => {
      return `${lower} is ${set[lower]}, but must be at most ${upper}, which is ${set[upper]}`;
    });
  if (lines.length > 0) throw new SettingsError(lines.join("\n"));
}

/** @throws SettingsError if real passwords would get a cheap hash */
function refuseTestHashes(set: Settings): Settings {
  if (!set.TEST_ONLY_CHEAP_PASSWORDS || !set.APP_URL) return set;
  throw new SettingsError(
    "TEST_ONLY_CHEAP_PASSWORDS is set together with APP_URL, but it is only for Mila's tests: remove it",
  );
}

/** @throws SettingsError if others on the network could read or forge who signs in */
function refusePlainIssuer(set: Settings): Settings {
  if (!set.OIDC_ISSUER?.startsWith("http:") || set.OIDC_ALLOW_HTTP === "yes") return set;
  throw new SettingsError(
    `OIDC_ISSUER is ${JSON.stringify(set.OIDC_ISSUER)}, but must start with https://. If everyone on the way there is ` +
      "to be trusted, set OIDC_ALLOW_HTTP=yes",
  );
}

export const env: Settings = readSettings(process.env);
