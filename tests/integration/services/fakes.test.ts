import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import { expect, test } from "vitest";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { isTwilioContractHere } from "../../fakes/twilio/contract.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newEmail, newText, providersBy } from "./messages.ts";

const files = ["tests/fakes/twilio.ts", "tests/fakes/postmark.ts", "tests/fakes/smtp.ts"];

test.for(files)(
  "%s runs by itself, can be configured, and records what it accepted",
  async (file) => {
    const folder = mkdtempSync(join(tmpdir(), "mila-fake-"));
    const accepted = join(folder, "accepted.jsonl");
    const fake = spawn(process.execPath, [file, "0", accepted], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const line = await firstLineWith("http://127.0.0.1", fake.stdout);
      const settings = settingsIn(line);
      const providers = providersBy(settings);
      const message = settings.TWILIO_ACCOUNT_SID ? newText() : newEmail();
      await behave(line, { type: "refusing", code: 412, at: "message" });
      expect((await providers.send(message)).status).not.toBe("sent");
      await behave(line, { type: "helpful" });
      expect(await providers.send(message)).toMatchObject({ status: "sent" });
      const lines = readFileSync(accepted, "utf8").trim().split("\n");
      expect(lines.map((text) => JSON.parse(text))).toEqual([
        expect.objectContaining({ to: message.to, text: expect.stringContaining(message.text) }),
      ]);
    } finally {
      fake.kill();
      await once(fake, "exit");
      rmSync(folder, { recursive: true });
    }
  },
);

test.skipIf(!isTwilioContractHere)(
  "a request that Twilio's API description forbids is refused and fails its test",
  async () => {
    const twilio = await startFakeTwilio();
    const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = twilio.settings;
    const response = await fetch(`${twilio.origin}/2010-04-01/Accounts/${sid}/Messages.json`, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa(`${sid}:${token}`)}` },
      body: new URLSearchParams({ From: "+15550100000", Text: "Hello" }),
    });
    expect(response.status).toBe(400);
    await expect(twilio[Symbol.asyncDispose]()).rejects.toThrow("The provider would have refused");
  },
);

test("a request that Postmark's client would not send is refused and fails its test", async () => {
  const postmark = await startFakePostmark();
  const response = await fetch(`${postmark.origin}/email`, {
    method: "POST",
    headers: { "X-Postmark-Server-Token": postmark.settings.POSTMARK_SERVER_TOKEN ?? "" },
    body: JSON.stringify({
      From: "mila@example.com",
      To: "anna@example.com",
      Title: "Hello",
      TextBody: "Hello",
    }),
  });
  expect(response.status).toBe(422);
  await expect(postmark[Symbol.asyncDispose]()).rejects.toThrow("The provider would have refused");
});

/** Without the API description, the fake says that first. */
async function firstLineWith(words: string, output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output }))
    if (line.includes(words)) return line;
  throw new Error(`No line with ${words}`);
}

function settingsIn(line: string): Record<string, string> {
  const pairs = [...line.matchAll(/([A-Z_]+)=("[^"]*"|\S+)/g)];
  return Object.fromEntries(
    pairs.map(([, name = "", value = ""]) => [name, value.replaceAll('"', "")]),
  );
}

async function behave(line: string, behaviour: object): Promise<void> {
  const [origin = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
  await fetch(`${origin}/fake/behaviour`, { method: "PUT", body: JSON.stringify(behaviour) });
}
