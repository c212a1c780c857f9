import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { accountTakenOver } from "#app/domain/accounts/events.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { dropSealed } from "#app/domain/lifecycle/drop-sealed.server.ts";
import { countAllHeld, releaseAllSources } from "#app/domain/lifecycle/held-sources.server.ts";
import { holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import { listMailboxes } from "#app/domain/mail/mailbox/mailboxes.server.ts";
import { createMailboxReader } from "#app/domain/mail/mailbox/read-mailboxes.server.ts";
import type { Database } from "#db/schema.ts";
import { newBob, waysToLeave } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newInvitation, type TestFamily } from "../../support/records/family.ts";
import { plantMailbox } from "../../support/records/plant-mailbox.ts";
import { readerSettings } from "../../support/mails/reader-settings.ts";

const linkKey = "k".repeat(43);
const encryptionKey = Buffer.alloc(32, 7).toString("base64url");
const add = (db: Kysely<Database>, family: TestFamily, host: string, more = {}) =>
  plantMailbox(db, family, encryptionKey, { host, ...more });
const hostsOf = async (db: Kysely<Database>, family: TestFamily) =>
  (await listMailboxes(db, family)).map(({ host }) => host);
const countAll = async (db: Kysely<Database>) =>
  (await db.selectFrom("mailboxes").select("id").execute()).length;

test.for(waysToLeave)("a mailbox ends when the person who added it %s", async ([, go]) => {
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

test("the password of a family of one is gone at once when its account ends", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  await add(own.db, nora, "hers");
  await deleteAccount(own.db, nora.userId);
  expect(await countAll(own.db)).toBe(0);
});

test("whoever gets an account back does not keep the mailbox of whoever had it", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  await add(db, nora, "a stranger's");
  const { userId } = nora;
  await db.transaction().execute((trx) => accountTakenOver.announce(trx, { userId }, nowIso()));
  expect(await hostsOf(db, nora)).toEqual([]);
});

test("two households that become one have both their mailboxes, up to three", async () => {
  await using own = newDatabase();
  const { db } = own;
  const [nora, sam] = [await newFamily(db), await newFamily(db)];
  for (const host of ["hers-0", "hers-1"]) await add(db, nora, host);
  for (const host of ["his-0", "his-1"]) await add(db, sam, host);
  const invitation = await newInvitation(db, nora, `${sam.userId}@example.com`);
  const token = linkToken(linkKey, "invitation", invitation);
  expect(await acceptInvitation(db, sam.userId, { linkKey, token })).toBe("joined");
  expect(await hostsOf(db, nora)).toEqual(["hers-0", "hers-1", "his-0"]);
  expect(await countAll(db)).toBe(3);
});

test("new keys remove the mailboxes whose passwords they can't decrypt", async () => {
  await using own = newDatabase();
  const { db } = own;
  await add(db, await newFamily(db), "hers");
  expect(await db.transaction().execute(dropSealed)).toMatchObject({ mailboxes: 1, addresses: 0 });
  expect(await countAll(db)).toBe(0);
});

test("after a restore no mailbox is read until Mila's owner says so", async () => {
  await using own = newDatabase();
  const { db } = own;
  const now = nowIso();
  const nora = await newFamily(db);
  // The server's name does not exist, so that a reading shows as a problem.
  await add(db, nora, "imap.invalid", { next_read_at: now });
  const { read } = createMailboxReader(db, {
    ...readerSettings(encryptionKey),
    trustedHosts: [],
    timeZone: "UTC",
  });
  await writeFact(db, "restored_backup", now);
  await holdRestored(db, { timeZone: "UTC", isSetUp: () => true }, laterBy(now, { minutes: 1 }));
  const later = laterBy(now, { hours: 1 });
  await read(later);
  expect((await countAllHeld(db)).mailboxes).toBe(1);
  expect((await listMailboxes(db, nora))[0]?.state).toContain("I wait until Mila's owner");
  await releaseAllSources(db, later);
  await read(later);
  expect((await countAllHeld(db)).mailboxes).toBe(0);
  expect((await listMailboxes(db, nora))[0]?.state).toContain("isn't responding");
});
