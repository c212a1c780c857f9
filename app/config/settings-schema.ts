import { resolve } from "node:path";
import { z } from "zod";
import { isTimeZone } from "#app/domain/core/time.ts";
import { isPostgresUrl, postgresUrlRule } from "./postgres-url.ts";

export const settingsSchema = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], mustBe("production or development", "production"))
    .default("production"),
  PORT: wholeNumber({ defaultValue: 3000, max: 65_535, expected: "a port number from 0 to 65535" }),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((folder) => resolve(folder)),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, mustBe("at least 12 characters long", "four words nobody guesses"))
    .optional(),
  APP_URL: z
    .string()
    .transform((text) => (URL.canParse(text) ? new URL(text) : undefined))
    .refine(
      (url) =>
        url &&
        /^https?:$/.test(url.protocol) &&
        url.pathname === "/" &&
        !url.search &&
        !url.username,
      mustBe("the address people open, without a path", "https://mila.example.com"),
    )
    .transform((url) => url?.origin)
    .optional(),
  TRUST_PROXY: wholeNumber({
    defaultValue: 0,
    expected: "the number of reverse proxies in front of Mila",
    example: 1,
  })
    // Without a value, the setting may have been forgotten.
    .removeDefault()
    .optional(),
  MILA_TIME_ZONE: z
    .string()
    .refine(isTimeZone, mustBe("an IANA time zone name", "America/New_York"))
    .optional(),
  SIGN_UP: z.enum(["open", "invited"], mustBe("open or invited", "invited")).default("open"),
  OPENAI_API_KEY: oneWord("sk-proj-…").optional(),
  OPENAI_BASE_URL: apiAddress("http://localhost:11434/v1").default("https://api.openai.com/v1"),
  OPENAI_MODEL: z
    .string()
    .regex(/^[!-~]{1,200}$/, mustBe("the name of a model", "gpt-6-luna"))
    .default("gpt-6-luna"),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, mustBe(postgresUrlRule, "postgres://mila:password@postgres/mila"))
    .optional(),
  MILA_SECRETS_FILE: z
    .string()
    .transform((file) => resolve(file))
    .optional(),
  REDIS_URL: z
    .string()
    .refine(
      (text) => /^(rediss?:\/\/|unix:\/)./.test(text),
      mustBe("the address of a Redis server", "redis://redis:6379"),
    )
    .optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, mustBe("an account SID", "AC0123456789abcdef0123456789abcdef"))
    .optional(),
  TWILIO_AUTH_TOKEN: oneWord("0123456789abcdef0123456789abcdef").optional(),
  TWILIO_SMS_FROM: z
    .string()
    .regex(
      /^(\+\d{5,15}|MG[0-9a-f]{32})$/i,
      mustBe("a phone number or a messaging service SID", "+15550100000"),
    )
    .optional(),
  TWILIO_WHATSAPP_FROM: phoneNumber().optional(),
  TWILIO_WHATSAPP_TEMPLATE: z
    .string()
    .regex(
      /^HX[0-9a-f]{32}$/i,
      mustBe("the content SID of a template", "HX0123456789abcdef0123456789abcdef"),
    )
    .optional(),
  TWILIO_BASE_URL: apiAddress("https://api.twilio.com").default("https://api.twilio.com"),
  POSTMARK_SERVER_TOKEN: oneWord("01234567-89ab-cdef-0123-456789abcdef").optional(),
  /**
   * The password in the URL of Postmark's webhooks: https://postmark:PASSWORD@…/webhooks/postmark.
   */
  POSTMARK_WEBHOOK_PASSWORD: oneWord("a-long-random-word").optional(),
  POSTMARK_BASE_URL: apiAddress("https://api.postmarkapp.com").default(
    "https://api.postmarkapp.com",
  ),
  SMTP_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol),
      mustBe("a mail server's address with # as %23", "smtp://user:password@mail.example.com:587"),
    )
    .optional(),
  /** The mailbox to which families forward mails. */
  MAIL_IN_URL: z
    .string()
    .refine(
      isMailboxUrl,
      mustBe(
        "a mailbox's address with @ as %40",
        "imaps://mila%40example.com:password@mail.example.com/School",
      ),
    )
    .optional(),
  /** Without a name before the @, all addresses of the domain arrive. */
  MAIL_IN_ADDRESS: z
    .string()
    .trim()
    .regex(
      /^[^\s@+<>]{0,36}@[^\s@<>]+$/,
      mustBe("the address that mails are forwarded to", "mila@example.com"),
    )
    .optional(),
  EMAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]* <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      mustBe("the sender of Mila's emails", "Mila <mila@example.com>"),
    )
    .optional(),
  /** Push services inside the network, or over plain HTTP. */
  PUSH_HOSTS: hosts("push.home.example:8443"),
  /** Hosts inside the network, or on plain HTTP, whose addresses people may type. */
  ALLOWED_PRIVATE_HOSTS: hosts("nextcloud.home.example:8443"),
  PUSH_CONTACT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      mustBe("an address for push services", "mailto:you@example.com"),
    )
    .optional(),
  NTFY_URL: z
    .string()
    .refine(
      (text) => text === "off" || isApiAddress(text),
      mustBe("the address of an ntfy server, or off", "https://ntfy.example.com"),
    )
    .transform((url) => url.replace(/\/+$/, ""))
    .default("https://ntfy.sh"),
  NTFY_TOKEN: oneWord("tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2").optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(
      /^\d+:[\w-]{20,100}$/,
      mustBe("the token of a bot", "123456789:AAExampleExampleExampleExample"),
    )
    .optional(),
  TELEGRAM_BASE_URL: apiAddress("https://api.telegram.org").default("https://api.telegram.org"),
  GOOGLE_CLIENT_ID: oneWord("0123456789-abc.apps.googleusercontent.com").optional(),
  GOOGLE_CLIENT_SECRET: oneWord("GOCSPX-0123456789abcdef").optional(),
  GOOGLE_BASE_URL: apiAddress("http://localhost:8080").optional(),
  // Keeps a trailing slash, because some providers' names end in one.
  OIDC_ISSUER: z
    .string()
    .trim()
    .refine(isApiAddress, mustBe("the issuer of an identity provider", "https://auth.example.com"))
    .optional(),
  OIDC_CLIENT_ID: oneWord("mila").optional(),
  OIDC_CLIENT_SECRET: oneWord("a-long-random-word").optional(),
  OIDC_NAME: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]{1,40}$/u, mustBe("the name of your identity provider", "Authentik"))
    .default("your own account"),
  OIDC_ALLOW_HTTP: z.enum(["yes", "no"], mustBe("yes or no", "yes")).default("no"),
  /**
   * SMS and WhatsApp messages in 24 hours: by a user to their own number, by a user to others, by a
   * household.
   */
  TEXTS_A_DAY: wholeNumber({ defaultValue: 50 }),
  TEXTS_A_DAY_TO_OTHERS: wholeNumber({ defaultValue: 10 }),
  TEXTS_A_DAY_A_HOUSEHOLD: wholeNumber({ defaultValue: 200 }),
  /** Messages in 24 hours to a user's own devices, topic, chat and address. */
  PUSHES_A_DAY: wholeNumber({ defaultValue: 500 }),
  NTFY_A_DAY: wholeNumber({ defaultValue: 200 }),
  TELEGRAM_A_DAY: wholeNumber({ defaultValue: 200 }),
  EMAILS_A_DAY: wholeNumber({ defaultValue: 200 }),
  /** Emails to others in 24 hours: by a user, by a household. */
  EMAILS_A_DAY_TO_OTHERS: wholeNumber({ defaultValue: 30 }),
  EMAILS_A_DAY_A_HOUSEHOLD: wholeNumber({ defaultValue: 60 }),
  /**
   * Messages in 24 hours from senders whom the recipient has never answered: to one recipient, and
   * from all accounts together.
   */
  FIRST_MESSAGES_A_DAY_TO_ONE: wholeNumber({ defaultValue: 3 }),
  FIRST_MESSAGES_A_DAY: wholeNumber({ defaultValue: 200 }),
  /** The number of people whom an account less than a day old can write to before they answer. */
  PEOPLE_ON_FIRST_DAY: wholeNumber({ defaultValue: 3 }),
  /** Limits an account's added tasks, over all ways to add them. */
  ADDS_A_MINUTE: wholeNumber({ defaultValue: 60 }),
  ADDS_A_DAY: wholeNumber({ defaultValue: 1_000 }),
  /** Limits an account's forms and calls, whatever they change. */
  CHANGES_A_DAY: wholeNumber({ defaultValue: 5_000, min: 1 }),
  /** Limits the calls of an account's programs in a minute. */
  API_CALLS_A_MINUTE: wholeNumber({ defaultValue: 600, min: 1 }),
  /** Sign-ups of strangers in an hour, over all networks. */
  SIGN_UPS_AN_HOUR: wholeNumber({ defaultValue: 100 }),
  /** The link of a request takes this many answers in 24 hours. */
  ANSWERS_A_DAY: wholeNumber({ defaultValue: 10, min: 1 }),
  /** Limits of a household. At a limit it keeps what it has, but cannot add more. */
  OPEN_TASKS_A_HOUSEHOLD: wholeNumber({ defaultValue: 10_000 }),
  REPEATING_TASKS_A_HOUSEHOLD: wholeNumber({ defaultValue: 500 }),
  PEOPLE_A_HOUSEHOLD: wholeNumber({ defaultValue: 100 }),
  MEGABYTES_A_HOUSEHOLD: wholeNumber({ defaultValue: 200 }),
  /** Pages rendered at the same time for one session, and for one household. */
  PAGES_AT_ONCE: wholeNumber({ defaultValue: 2, min: 1 }),
  PAGES_AT_ONCE_A_HOUSEHOLD: wholeNumber({ defaultValue: 8, min: 1 }),
  /**
   * The events in a calendar feed, and the full answers that its link gives in a quarter of an
   * hour.
   */
  FEED_EVENTS: wholeNumber({ defaultValue: 2_000 }),
  FEED_ANSWERS: wholeNumber({ defaultValue: 30 }),
  /**
   * Percent of the disk. Mila warns her owner at the first, and refuses new tasks from the second
   * on; 100 never refuses any.
   */
  DISK_WARNING_PERCENT: wholeNumber({ defaultValue: 80, max: 100, expected: "a percentage" }),
  DISK_FULL_PERCENT: wholeNumber({ defaultValue: 95, max: 100, expected: "a percentage" }),
  TEXT_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}( [A-Z]{2})*$/, mustBe("two-letter country codes", "US CA GB"))
    .transform((text) => text.split(" "))
    .optional(),
  /**
   * For Mila's own tests only: hashes cost next to nothing, and only the same machine can reach the
   * server.
   */
  TEST_ONLY_CHEAP_PASSWORDS: z.literal("yes", "it is only for Mila's tests: remove it").optional(),
});

function wholeNumber({
  defaultValue,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  expected = min > 0 ? `a whole number from ${min}` : "a whole number",
  example = defaultValue,
}: {
  defaultValue: number;
  min?: number;
  max?: number;
  expected?: string;
  example?: number;
}) {
  const error = mustBe(expected, String(example));
  return z.coerce.number(error).int(error).min(min, error).max(max, error).default(defaultValue);
}

function hosts(example: string) {
  return z
    .string()
    .regex(/^[^\s/@]+( [^\s/@]+)*$/, mustBe("hosts with their ports", example))
    .transform((text) => text.split(" "))
    .default([]);
}

function oneWord(example: string) {
  return z
    .string()
    .trim()
    .regex(/^[!-~]+$/, mustBe("one word of ASCII characters", example));
}

function phoneNumber() {
  return z
    .string()
    .regex(/^\+\d{5,15}$/, mustBe("a phone number with its country code", "+15550100000"));
}

function apiAddress(example: string) {
  return z
    .string()
    .refine(isApiAddress, mustBe("the address of the API", example))
    .transform((url) => url.replace(/\/+$/, ""));
}

/** Both begin with TLS, or change to it; the port says which. */
function isMailboxUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isSafe = protocol === "imaps:" ? ["", "993"].includes(port) : protocol === "imap:";
  return isSafe && hostname !== "" && username !== "" && password !== "";
}

function isApiAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
}

function mustBe(expected: string, example: string) {
  return { error: `must be ${expected}, for example ${example}` };
}
