import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { notifyOfDisk, notifyOfShares } from "#app/domain/pages/notify-of-shares.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { createHeartbeat } from "#jobs/heartbeat.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { setOwner } from "../../support/people/owner.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

const ago = (seconds: number) => earlierBy(nowIso(), { seconds });
const addWorker = (db: Kysely<Database>, id: string, beat_at: string) =>
  db.insertInto("workers").values({ id, beat_at, queue: "database" }).execute();
const start = (db: Kysely<Database>) =>
  createHeartbeat(db, () => "database", {
    isSetUp: (channel) => channel === "email",
    isInDoubt: () => false,
  });

test("once a worker runs again, Mila's owner learns that none did", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ isReporting: false });
  const [, owner] = [await newFamily(own.db), await newFamily(own.db)];
  await setOwner(own.db, "id", owner.userId);
  await addWorker(own.db, "dead", ago(600));
  const heartbeat = start(own.db);
  await heartbeat.beat();
  await heartbeat.beat();
  await newSender(own.db, postmark.settings).sendDue();
  expect(postmark.emails().map(({ message }) => message)).toMatchObject([
    {
      To: `${owner.userId}@example.com`,
      TextBody: expect.stringContaining("because my worker had stopped"),
    },
  ]);
});

test.each([
  ["another worker was running", [600, 5]],
  ["the worker was restarted within a minute", [30]],
  ["the last one stopped in good order", []],
])("the owner hears nothing if %s", async (_, beats) => {
  await using own = newDatabase();
  await setOwner(own.db, "id", (await newFamily(own.db)).userId);
  for (const seconds of beats) await addWorker(own.db, `worker ${seconds}`, ago(seconds));
  await start(own.db).beat();
  expect(await own.db.selectFrom("deliveries").selectAll().execute()).toEqual([]);
});

const isSetUp = (channel: Channel) => channel === "email";
const shares = { DISK_WARNING_PERCENT: 80, DISK_FULL_PERCENT: 95 };

test("the owner is told once when the disk fills up and when it is nearly full, and again after it had room", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ isReporting: false });
  await setOwner(own.db, "id", (await newFamily(own.db)).userId);
  const { sendDue } = newSender(own.db, postmark.settings);
  async function subjectsAfter(...percents: number[]) {
    for (const usedPercent of percents) {
      await notifyOfDisk(own.db, { usedPercent, shares, isSetUp }, nowIso());
      await sendDue();
    }
    return postmark.emails().map(({ message }) => message.Subject);
  }
  const [filling, full] = ["My disk is filling up", "My disk is nearly full"];
  expect(await subjectsAfter(79, 80, 81, 79, 80, 94)).toEqual([filling]);
  expect(await subjectsAfter(95, 96, 94, 95)).toEqual([filling, full]);
  expect(await subjectsAfter(92, 85, 77)).toEqual([filling, full]);
  expect(await subjectsAfter(96, 80)).toEqual([filling, full, full]);
  expect(postmark.emails()[1]?.message.TextBody).toContain(
    "My disk is 95 % full, so nobody can add tasks now.",
  );
});

test("what is over before the owner was told is not told", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ isReporting: false });
  await setOwner(own.db, "id", (await newFamily(own.db)).userId);
  await notifyOfDisk(own.db, { usedPercent: 96, shares, isSetUp }, nowIso());
  await notifyOfDisk(own.db, { usedPercent: 60, shares, isSetUp }, nowIso());
  await newSender(own.db, postmark.settings).sendDue();
  expect(postmark.emails()).toEqual([]);
});

test("the owner is told once of each household that reaches a share, until it has less again", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ isReporting: false });
  await setOwner(own.db, "id", (await newFamily(own.db)).userId);
  const { sendDue } = newSender(own.db, postmark.settings);
  const [nora, ada] = [await newFamily(own.db), await newFamily(own.db)];
  async function textsWith(megabytes: number, { householdId } = nora) {
    const words_bytes = megabytes * 1_000_000;
    await own.db
      .updateTable("households")
      .set({ words_bytes })
      .where("id", "=", householdId)
      .execute();
    await notifyOfShares(own.db, { isSetUp }, nowIso());
    await sendDue();
    return postmark.emails().map(({ message }) => message.TextBody);
  }
  expect(await textsWith(199)).toEqual([]);
  const [text, ...others] = await textsWith(200);
  expect(text).toContain(
    `${nora.userId}@example.com has 200 of 200 MB of words in their household.`,
  );
  expect(others).toEqual([]);
  expect(await textsWith(170)).toHaveLength(1);
  expect(await textsWith(201)).toHaveLength(1);
  const [, second] = await textsWith(200, ada);
  expect(second).toContain(ada.userId);
  expect(second).not.toContain(nora.userId);
  await textsWith(100);
  expect(await textsWith(200)).toHaveLength(3);
});
