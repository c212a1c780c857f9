import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
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
  createHeartbeat(db, () => "database", { isSetUp: (channel) => channel === "email", isInDoubt: () => false });

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
    { To: `${owner.userId}@example.com`, TextBody: expect.stringContaining("because my worker had stopped") },
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
