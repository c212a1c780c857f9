import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { accountTakenOver } from "#app/domain/accounts/events.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { dropSealed } from "#app/domain/lifecycle/drop-sealed.server.ts";
import { countAllHeld, releaseAllSources } from "#app/domain/lifecycle/held-sources.server.ts";
import { holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import { listWebhooks } from "#app/domain/webhooks/list-webhooks.server.ts";
import { sendTest } from "#app/domain/webhooks/webhooks.server.ts";
import type { Database } from "#db/schema.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { plantWebhook } from "../../support/records/plant-webhook.ts";
import { withWebhook } from "../../support/records/webhook.ts";

const linkKey = "k".repeat(43);
const add = (db: Kysely<Database>, family: TestFamily, name: string) =>
  plantWebhook(db, family, `https://${name}.example/hook`);
const hostsOf = async (db: Kysely<Database>, family: TestFamily) =>
  (await listWebhooks(db, family)).map(({ host }) => host.split(".")[0]);
const countAll = async (db: Kysely<Database>) =>
  (await db.selectFrom("webhooks").select("id").execute()).length;

test.for(waysToLeave)("a webhook ends when the person who added it %s", async ([, go]) => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const bob = await newBob(db, nora);
  await add(db, nora, "hers");
  await add(db, bob, "his");
  expect(await hostsOf(db, nora)).toEqual(["hers", "his"]);
  await go(db, nora, bob);
  expect(await hostsOf(db, nora)).toEqual(["hers"]);
  expect(await countAll(db)).toBe(1);
});

test("a webhook of a family of one ends with its account, and so do its messages", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const { id } = await add(db, nora, "hers");
  await sendTest(db, nora, id);
  await deleteAccount(db, nora.userId);
  expect(await countAll(db)).toBe(0);
  expect(await db.selectFrom("webhook_messages").select("id").execute()).toEqual([]);
});

test("whoever gets an account back does not keep the webhook of whoever had it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  await add(db, nora, "a-stranger");
  const { userId } = nora;
  await db.transaction().execute((trx) => accountTakenOver.announce(trx, { userId }, nowIso()));
  expect(await hostsOf(db, nora)).toEqual([]);
});

test("two households that become one have both their webhooks, up to five", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, sam] = [await newFamily(db), await newFamily(db)];
  for (const name of ["hers-0", "hers-1", "hers-2"]) await add(db, nora, name);
  for (const name of ["his-0", "his-1", "his-2"]) await add(db, sam, name);
  const invitation = await newInvitation(db, nora, `${sam.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", invitation);
  expect(await acceptInvitation(db, sam.userId, { linkKey, token })).toBe("joined");
  expect((await hostsOf(db, nora)).toSorted()).toEqual([
    "hers-0",
    "hers-1",
    "hers-2",
    "his-0",
    "his-1",
  ]);
  expect(await countAll(db)).toBe(5);
});

test("new keys remove the webhooks whose secrets they can't decrypt", async () => {
  await using own = newDatabase();
  const { db } = own;
  await add(db, await newFamily(db), "hers");
  expect(await db.transaction().execute(dropSealed)).toMatchObject({ webhooks: 1 });
  expect(await countAll(db)).toBe(0);
});

test("after a restore, nothing goes out until Mila's owner says so", async () => {
  await using home = await withWebhook();
  const { db, nora, id, send, page } = home;
  await addTask(db, nora, { text: "call the dentist" });
  await writeFact(db, "restored_backup", nowIso());
  const isSetUp = () => false;
  await holdRestored(db, { timeZone: "America/New_York", isSetUp }, nowIso());
  expect(await send()).toEqual([]);
  expect((await page()).state).toContain("waits until Mila's owner lets me send again");
  expect(await sendTest(db, nora, id)).toBe("held");
  expect(await countAllHeld(db)).toMatchObject({ webhooks: 1 });
  await addTask(db, nora, { text: "water the plants" });
  await releaseAllSources(db, nowIso());
  expect((await send()).map(({ data }) => data.title)).toEqual([
    "Call the dentist",
    "Water the plants",
  ]);
});
