import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startFakeGoogle } from "../../fakes/google.ts";
import { startFakeOidc } from "../../fakes/oidc.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newEmail, newEntry, newText } from "./messages.ts";

test("no provider's package loads before its first use", async () => {
  expect(await loadedFor(null)).toEqual({ outcome: "none", loaded: [] });
});

test("SMTP loads nodemailer with the first email", async () => {
  await using smtp = await startFakeSmtp();
  expect(await loadedFor(newEmail(), smtp.settings)).toEqual({
    outcome: "sent",
    loaded: ["nodemailer"],
  });
});

test("Postmark loads its client with the first email", async () => {
  await using postmark = await startFakePostmark();
  expect(await loadedFor(newEmail(), postmark.settings)).toEqual({
    outcome: "sent",
    loaded: ["postmark"],
  });
});

test("Twilio loads its client with the first text", async () => {
  await using twilio = await startFakeTwilio();
  expect(await loadedFor(newText(), twilio.settings)).toEqual({
    outcome: "sent",
    loaded: ["twilio"],
  });
});

test("Google Calendar loads its client with the first entry", async () => {
  await using google = await startFakeGoogle();
  const entry = newEntry(google.allow("nora@example.com"));
  const loaded = ["@googleapis/calendar", "google-auth-library"];
  expect(await loadedFor(entry, google.settings)).toEqual({ outcome: "sent", loaded });
});

test("signing in with Google loads its strategy with the first visitor sent there", async () => {
  await using google = await startFakeGoogle();
  expect(await loadedFor("sign-in", google.settings)).toEqual({
    outcome: 303,
    loaded: ["remix-auth-google"],
  });
});

test("another identity provider loads its client with the first visitor sent there", async () => {
  await using oidc = await startFakeOidc();
  expect(await loadedFor("oidc", oidc.settings)).toEqual({
    outcome: 303,
    loaded: ["openid-client"],
  });
});

async function loadedFor(what: unknown, settings: Record<string, string> = {}): Promise<unknown> {
  const script = "tests/integration/services/loaded-packages.ts";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script, JSON.stringify(what)],
    { env: { ...process.env, ...settings } },
  );
  return JSON.parse(stdout);
}
