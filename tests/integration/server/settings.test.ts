import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startExpectingFailure } from "../../support/product/mila.ts";
import { readSettings, SettingsError } from "#app/config/env.server.ts";

const bad: [name: string, value: string, example: string][] = [
  ["PORT", "abc", "3000"],
  ["PORT", "70000", "3000"],
  ["PORT", "-1", "3000"],
  ["PORT", "30.5", "3000"],
  ["PORT", "0x1f90;", "3000"],
  ["APP_URL", "mila", "https://mila.example.com"],
  ["APP_URL", "mila.example.com", "https://mila.example.com"],
  ["APP_URL", "https://mila.example.com/mila", "https://mila.example.com"],
  ["APP_URL", "https://mila.example.com?a=b", "https://mila.example.com"],
  ["APP_URL", "https://user:pw@mila.example.com", "https://mila.example.com"],
  ["APP_URL", "ftp://mila.example.com", "https://mila.example.com"],
  ["APP_URL", "javascript:alert(1)", "https://mila.example.com"],
  ["MILA_TIME_ZONE", "Mars/Olympus", "America/New_York"],
  ["MILA_TIME_ZONE", "5 o'clock", "America/New_York"],
  ["TEXT_COUNTRIES", "USA, Germany", "US CA GB"],
  ["OIDC_ISSUER", "auth.example.com", "https://auth.example.com"],
  ["OIDC_ALLOW_HTTP", "maybe", "yes"],
  ["NTFY_URL", "ntfy.example.com", "https://ntfy.example.com"],
  ["TELEGRAM_BOT_TOKEN", "my bot", "123456789:AAExampleExampleExampleExample"],
  ["PUSH_CONTACT", "you@example.com", "mailto:you@example.com"],
  ["PUSH_HOSTS", "https://push.example.com/", "push.home.example:8443"],
  ["ALLOWED_PRIVATE_HOSTS", "https://cloud.example.com/", "nextcloud.home.example:8443"],
  ["MAIL_IN_ADDRESS", "mila+family@example.com", "mila@example.com"],
  ["TRUST_PROXY", "x", "1"],
  ["TRUST_PROXY", "-1", "1"],
  ["TRUST_PROXY", "1.5", "1"],
  ["NODE_ENV", "x", "production"],
];

test.for(bad)("%s=%s is refused with the rule and an example", ([name, value, example]) => {
  const message = whyRefused({ [name]: value });
  expect(message.split("\n")).toHaveLength(1);
  expect(message).toContain(`${name} is ${JSON.stringify(value)}, but must be `);
  expect(message).toContain(`for example ${example}`);
});

test.for([
  ["PAGES_AT_ONCE", "0", 'PAGES_AT_ONCE is "0", but must be a whole number from 1, for example 2'],
  [
    "SMTP_URL",
    "smtp://you:pass#word@mail.example.com",
    "must be a mail server's address with # as %23, for",
  ],
  [
    "MAIL_IN_URL",
    "imaps://mila%40example.com:secret@mail.example.com:4143/School",
    "MAIL_IN_URL is set, but must be a mailbox's address with @ as %40, for example",
  ],
  ["MAIL_IN_ADDRESS", "mila@example.com", "MAIL_IN_URL or POSTMARK_WEBHOOK_PASSWORD is missing"],
])("%s=%s is refused with what is wrong about it", ([name, value, words]) => {
  expect(whyRefused({ [name!]: value! })).toContain(words);
});

const contradictions: [set: Record<string, string>, line: string][] = [
  [
    { DISK_WARNING_PERCENT: "90", DISK_FULL_PERCENT: "85" },
    "DISK_WARNING_PERCENT is 90, but must be at most DISK_FULL_PERCENT, which is 85",
  ],
  [
    { DISK_FULL_PERCENT: "70" },
    "DISK_WARNING_PERCENT is 80, but must be at most DISK_FULL_PERCENT, which is 70",
  ],
  [
    { DISK_WARNING_PERCENT: "97" },
    "DISK_WARNING_PERCENT is 97, but must be at most DISK_FULL_PERCENT, which is 95",
  ],
  [
    { ADDS_A_MINUTE: "60", ADDS_A_DAY: "50" },
    "ADDS_A_MINUTE is 60, but must be at most ADDS_A_DAY, which is 50",
  ],
  [
    { TEXTS_A_DAY: "9", TEXTS_A_DAY_A_HOUSEHOLD: "8" },
    "TEXTS_A_DAY is 9, but must be at most TEXTS_A_DAY_A_HOUSEHOLD, which is 8",
  ],
];

test.for(contradictions)("%o contradicts itself, in one line", ([set, line]) => {
  expect(whyRefused(set)).toBe(line);
});

test.for<Record<string, string>>([
  { DISK_WARNING_PERCENT: "90", DISK_FULL_PERCENT: "90" },
  { ADDS_A_DAY: "50" },
  { TEXTS_A_DAY_A_HOUSEHOLD: "20" },
  { PAGES_AT_ONCE: "10" },
])("%o is no contradiction", (set) => {
  expect(whyRefused(set)).toBe("not refused");
});

test("values in quotes are named, secrets without their words", () => {
  const quoted = {
    APP_URL: '"https://mila.example.com"',
    OPENAI_API_KEY: "'sk-proj-secret'",
    BACKUP_PASSPHRASE: '"four words nobody guesses"',
  };
  expect(whyRefused(quoted).split("\n")).toEqual([
    "APP_URL begins and ends with a quotation mark: remove both",
    "OPENAI_API_KEY begins and ends with a quotation mark: remove both",
  ]);
});

test("a contradiction stops the start", async () => {
  const { code, output } = await startExpectingFailure({
    DISK_WARNING_PERCENT: "90",
    DISK_FULL_PERCENT: "85",
  });
  expect([code, output.trim().split("\n")]).toEqual([
    1,
    ["Mila cannot start:", contradictions[0]?.[1]],
  ]);
});

const startedInVain = [
  ["PORT", "abc"],
  ["APP_URL", "mila"],
  ["MILA_TIME_ZONE", "Mars/Olympus"],
  ["TRUST_PROXY", "x"],
] as const;

test.for(startedInVain)(
  "%s=%s stops the start before anything is created",
  async ([name, value]) => {
    const folder = mkdtempSync(join(tmpdir(), "mila-"));
    const dataFolder = join(folder, "data");
    const { code, output } = await startExpectingFailure({
      DATA_DIR: dataFolder,
      PORT: "0",
      [name]: value,
    });
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toEqual([
      "Mila cannot start:",
      expect.stringContaining(`${name} is "${value}", but`),
    ]);
    expect(existsSync(dataFolder)).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

test("all errors are reported at once", async () => {
  const { code, output } = await startExpectingFailure({
    PORT: "abc",
    APP_URL: "mila",
    TRUST_PROXY: "x",
  });
  expect(code).toBe(1);
  for (const name of ["PORT", "APP_URL", "TRUST_PROXY"]) expect(output).toContain(`${name} is `);
});

const sid = "AC0123456789abcdef0123456789abcdef";
const from = "Mila <mila@example.com>";

const halves: [set: Record<string, string>, missing: string[]][] = [
  [{ TWILIO_ACCOUNT_SID: sid }, ["TWILIO_AUTH_TOKEN", "TWILIO_SMS_FROM or TWILIO_WHATSAPP_FROM"]],
  [{ TWILIO_ACCOUNT_SID: sid, TWILIO_SMS_FROM: "+15550100000" }, ["TWILIO_AUTH_TOKEN"]],
  [
    { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: "secret" },
    ["TWILIO_SMS_FROM or TWILIO_WHATSAPP_FROM"],
  ],
  [{ TWILIO_AUTH_TOKEN: "secret" }, ["TWILIO_ACCOUNT_SID"]],
  [{ TWILIO_WHATSAPP_FROM: "+15550100000" }, ["TWILIO_ACCOUNT_SID"]],
  [{ TWILIO_WHATSAPP_TEMPLATE: `HX${"0".repeat(32)}` }, ["TWILIO_WHATSAPP_FROM"]],
  [{ POSTMARK_SERVER_TOKEN: "secret" }, ["EMAIL_FROM"]],
  [{ POSTMARK_WEBHOOK_PASSWORD: "secret" }, ["POSTMARK_SERVER_TOKEN or MAIL_IN_ADDRESS"]],
  [{ SMTP_URL: "smtp://user:secret@mail.example.com" }, ["EMAIL_FROM"]],
  [{ MILA_SECRETS_FILE: "/run/secrets/mila" }, ["DATABASE_URL"]],
  [{ EMAIL_FROM: from }, ["SMTP_URL or POSTMARK_SERVER_TOKEN"]],
  [{ GOOGLE_CLIENT_ID: "mila.apps.googleusercontent.com" }, ["GOOGLE_CLIENT_SECRET"]],
  [{ GOOGLE_CLIENT_SECRET: "GOCSPX-secret" }, ["GOOGLE_CLIENT_ID"]],
  [{ OIDC_ISSUER: "https://auth.example.com" }, ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]],
  [{ OIDC_CLIENT_ID: "mila" }, ["OIDC_ISSUER"]],
  [{ OIDC_CLIENT_SECRET: "secret" }, ["OIDC_ISSUER"]],
];

test.for(halves)("%o is incomplete, %o is named, and no secret is shown", ([set, missing]) => {
  const lines = whyRefused(set).split("\n");
  expect(lines.map((line) => / but (.+) is missing, for example \w+=./.exec(line)?.[1])).toEqual(
    missing,
  );
  expect(lines.join()).not.toContain("secret");
});

const wholes: Record<string, string>[] = [
  {},
  { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: "secret", TWILIO_SMS_FROM: "+15550100000" },
  { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: "secret", TWILIO_WHATSAPP_FROM: "+15550100000" },
  { POSTMARK_SERVER_TOKEN: "secret", EMAIL_FROM: from },
  { MAIL_IN_ADDRESS: "mila@example.com", POSTMARK_WEBHOOK_PASSWORD: "secret" },
  { MAIL_IN_URL: "imaps://mila%40example.com:secret@mail.example.com" },
  { SMTP_URL: "smtp://mail.example.com", EMAIL_FROM: "mila@example.com" },
  { GOOGLE_CLIENT_ID: "mila.apps.googleusercontent.com", GOOGLE_CLIENT_SECRET: "secret" },
  { DATABASE_URL: "postgres://mila:12%2334%2F%3F@db.example.com:5432/mila?sslmode=require" },
  { DATABASE_URL: "postgresql:///mila?host=/run/postgresql" },
  { DATABASE_URL: "postgres://mila:secret@/mila?host=/run/postgresql" },
  {
    DATABASE_URL: "postgres://mila:secret@db.example.com/mila",
    MILA_SECRETS_FILE: "/run/secrets/mila",
  },
];

test.for(wholes)("%o is complete", (set) => {
  expect(whyRefused(set)).toBe("not refused");
});

const provider = { OIDC_CLIENT_ID: "mila", OIDC_CLIENT_SECRET: "secret" };

test.for(["se#cret", "12#34", "12/34", "12?34", "50%"])(
  "the password %s of a database is refused with what to write instead, and not shown",
  (password) => {
    const message = whyRefused({ DATABASE_URL: `postgres://mila:${password}@db.example.com/mila` });
    expect(message).toContain("with # / ? and % in a password as %23 %2F %3F and %25");
    expect(message).not.toContain(password);
  },
);

test("an identity provider needs https unless http is allowed, and keeps its name as it is", () => {
  const plain = { ...provider, OIDC_ISSUER: "http://auth.home.arpa:9000" };
  expect(whyRefused(plain)).toContain("OIDC_ALLOW_HTTP=yes");
  expect(whyRefused({ ...plain, OIDC_ALLOW_HTTP: "yes" })).toBe("not refused");
  const slash = { ...provider, OIDC_ISSUER: "https://auth.example.com/application/o/mila/" };
  expect(readSettings(slash).OIDC_ISSUER).toBe(slash.OIDC_ISSUER);
});

test.for<Record<string, string>>([
  { TEST_ONLY_CHEAP_PASSWORDS: "no" },
  { TEST_ONLY_CHEAP_PASSWORDS: "yes", APP_URL: "https://mila.example.com" },
  { TEST_ONLY_CHEAP_PASSWORDS: "yes", APP_URL: "http://192.168.1.20:3000" },
])("%o is refused because only Mila's own tests may use it", (set) => {
  expect(whyRefused(set)).toMatch(/^TEST_ONLY_CHEAP_PASSWORDS is .*it is only for Mila's tests/);
});

test("an incomplete setup stops the start before anything is created", async () => {
  const { code, output } = await startExpectingFailure({
    PORT: "0",
    TWILIO_ACCOUNT_SID: sid,
    TWILIO_SMS_FROM: "+15550100000",
  });
  expect(code).toBe(1);
  expect(output.trim().split("\n")).toEqual([
    "Mila cannot start:",
    expect.stringContaining("TWILIO_ACCOUNT_SID is set, but TWILIO_AUTH_TOKEN is missing"),
  ]);
});

function whyRefused(settings: Record<string, string>): string {
  try {
    readSettings(settings);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  return "not refused";
}
