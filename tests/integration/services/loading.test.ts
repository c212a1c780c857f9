import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startFakeGoogle } from "../../fakes/google.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newEmail, newEntry, newText } from "./messages.ts";

test("no provider's package is loaded before it is used", async () => {
  expect(await loadedFor(null)).toEqual({ outcome: "none", loaded: [] });
});

test("SMTP loads nodemailer when the first e-mail is sent", async () => {
  await using smtp = await startFakeSmtp();
  expect(await loadedFor(newEmail(), smtp.settings)).toEqual({ outcome: "sent", loaded: ["nodemailer"] });
});

test("Postmark loads its client when the first email is sent", async () => {
  await using postmark = await startFakePostmark();
  expect(await loadedFor(newEmail(), postmark.settings)).toEqual({ outcome: "sent", loaded: ["postmark"] });
});

test("Twilio loads its client when the first text is sent", async () => {
  await using twilio = await startFakeTwilio();
  expect(await loadedFor(newText(), twilio.settings)).toEqual({ outcome: "sent", loaded: ["twilio"] });
});

test("Google Calendar loads its client when the first entry is sent", async () => {
  await using google = await startFakeGoogle();
  const entry = newEntry(google.allow("nora@example.com"));
  const loaded = ["@googleapis/calendar", "google-auth-library"];
  expect(await loadedFor(entry, google.settings)).toEqual({ outcome: "sent", loaded });
});

test("signing in with Google loads its strategy when somebody is sent there", async () => {
  await using google = await startFakeGoogle();
  expect(await loadedFor("sign-in", google.settings)).toEqual({ outcome: 303, loaded: ["remix-auth-google"] });
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
