import { join } from "node:path";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { openDatabase } from "#db/connection.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { fillFolder, runCommand, temporaryFolder } from "../../support/records/backup.ts";
import { addDueReminder, newFamilyWithPhone } from "../../support/messages/deliveries.ts";
import { startMila } from "../../support/product/mila.ts";

test("after a restore, everything due since the backup comes once more, in one message", async () => {
  using data = temporaryFolder();
  await using twilio = await startFakeTwilio();
  await fillFolder(data.folder, 0);
  const file = join(data.folder, "last-night.db");
  {
    await using db = openDatabase(join(data.folder, "mila.db"));
    const family = await newFamilyWithPhone(db, "+12015550123");
    // Last night they were due two hours and one hour before now.
    for (const [title, hours] of Object.entries({ "Call the vet": -2, "Pick up Emma": -1 })) {
      const dueAt = laterBy(nowIso(), { hours });
      const { reminderId } = await addDueReminder(db, family, { dueAt, title });
      await db
        .updateTable("reminders")
        .set({ status: "pending", scheduled_at: dueAt })
        .where("id", "=", reminderId)
        .execute();
    }
    await db.deleteFrom("deliveries").execute();
    expect(await runCommand("backup", file, data)).toMatchObject({ code: 0 });
  }
  const folder = join(data.folder, "restored");
  expect(await runCommand("restore", file, { folder })).toMatchObject({ code: 0 });
  await using _mila = await startMila({ DATA_DIR: folder, ...twilio.settings });
  await expect.poll(() => twilio.messages().length, { timeout: 30_000 }).toBeGreaterThan(0);
  await using db = openDatabase(join(folder, "mila.db"));
  const open = () => db.selectFrom("deliveries").select("id").where("state", "in", ["ready", "sending"]).execute();
  await expect.poll(open, { timeout: 30_000 }).toEqual([]);
  const bodies = twilio.messages().map(({ body }) => body);
  expect(bodies).toEqual([expect.stringContaining("Sorry, I'm late.")]);
  expect(bodies[0]).toContain("Call the vet");
  expect(bodies[0]).toContain("Pick up Emma");
});
