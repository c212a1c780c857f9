import { expect, test } from "vitest";
import { maxWebhooks } from "#app/domain/webhooks/limits.ts";
import { addWebhook, changeWebhook, sendTest } from "#app/domain/webhooks/webhooks.server.ts";
import { kindNames } from "#app/domain/webhooks/input.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { encryptionKey, plantWebhook } from "../../support/records/plant-webhook.ts";

const about = { encryptionKey, trustedHosts: [] };
const addressOf = (name: string | number) => `https://${name}.example/hook`;

test("a household has five webhooks at most, and one to each address", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  for (let at = 0; at < maxWebhooks; at += 1) await plantWebhook(db, nora, addressOf(at));
  const tryOne = (address: string) => addWebhook(db, nora, { address, kinds: kindNames }, about);
  expect(await tryOne(addressOf("more"))).toBe("too_many");
  expect(await tryOne(addressOf(0))).toBe("there_already");
});

test("30 tests and new addresses an hour are enough", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const { id } = await plantWebhook(db, nora, addressOf("a"));
  for (let at = 1; at < 30; at += 1) expect(await sendTest(db, nora, id)).toBe("asked");
  expect(await sendTest(db, nora, id)).toBe("too_often");
  const change = (address: string) =>
    changeWebhook(db, nora, id, { address, kinds: kindNames }, about);
  expect(await change(addressOf("b"))).toBe("too_often");
  // What it hears of can still be changed.
  expect(await change("")).toBe("changed");
  const other = await newFamily(db);
  const theirs = await plantWebhook(db, other, addressOf("a"));
  expect(await sendTest(db, other, theirs.id)).toBe("asked");
});

test.for([
  "http://program.example/hook",
  "https://127.0.0.1/hook",
  "https://[::ffff:10.0.0.1]/hook",
  "https://192.168.1.5/hook",
  "https://nas.local/hook",
  "https://nora:secret@program.example/hook",
])("an address such as %s is refused, as a new one and as another one", async (address) => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const kinds = kindNames;
  expect(await addWebhook(db, nora, { address, kinds }, about)).toBe("not_allowed");
  const { id } = await plantWebhook(db, nora, addressOf("a"));
  expect(await changeWebhook(db, nora, id, { address, kinds }, about)).toBe("not_allowed");
});
