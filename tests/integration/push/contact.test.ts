import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { pushContact } from "#app/config/push-contact.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { startFakePush } from "../../fakes/push.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addPushDevice } from "../../support/records/push-device.ts";

const setting = "mailto:you@example.com";

test.each([
  ["https://mila.example.com", "https://mila.example.com"],
  ["https://mila.your-net.ts.net", "https://mila.your-net.ts.net"],
  ["http://mila.example.com", setting],
  ["https://localhost:8443", setting],
  ["https://mila.local", setting],
  ["https://192.168.1.20", setting],
  [undefined, setting],
])("with APP_URL=%s, push services are told to write to %s", (appUrl, told) => {
  expect(pushContact({ APP_URL: appUrl, PUSH_CONTACT: setting })).toBe(told);
});

async function contactOf(
  prepare: (db: Kysely<Database>, userId: string) => Promise<unknown>,
): Promise<string> {
  await using own = newDatabase();
  await using push = await startFakePush();
  const family = await newFamily(own.db);
  await own.db.updateTable("users").set({ is_owner: 1, email: "nora@example.org" }).execute();
  await prepare(own.db, family.userId);
  await addPushDevice(own.db, family, push);
  await addDueReminder(own.db, family, { channel: "push" });
  const sender = newSender(own.db, push.settings);
  sender.outbox.push.contact = pushContact({ APP_URL: undefined, PUSH_CONTACT: undefined });
  await sender.sendDue();
  return push.accepted[0]?.contact ?? "";
}

test("without a setting, they get the owner's address only once it is confirmed", async () => {
  const confirm = (at: string | null) =>
    contactOf((db) => db.updateTable("users").set({ email_verified_at: at }).execute());
  expect(await confirm(null)).toBe("mailto:nobody@example.com");
  expect(await confirm(nowIso())).toBe("mailto:nora@example.org");
});

test("a Mila without an owner still names an address that Apple takes", async () => {
  expect(await contactOf((db) => db.updateTable("users").set({ is_owner: 0 }).execute())).toBe(
    "mailto:nobody@example.com",
  );
});
