import { join } from "node:path";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { decideOnHeld } from "#app/domain/instance/restored-backup.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { backUp, fillFolder, runCommand, temporaryFolder } from "../../support/records/backup.ts";
import { addDueReminder, newFamilyWithPhone } from "../../support/messages/deliveries.ts";
import { setOwner } from "../../support/people/owner.ts";
import { startMila } from "../../support/product/mila.ts";

test("after a restore, Mila's owner decides if what came due since the backup is sent again", async () => {
  using data = temporaryFolder();
  await using twilio = await startFakeTwilio();
  await fillFolder(data.folder, 0);
  const file = join(data.folder, "last-night.db");
  {
    await using db = openDatabase(join(data.folder, "mila.db"));
    const family = await newFamilyWithPhone(db, "+12015550123");
    await setOwner(db, "id", family.userId);
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
  }
  await backUp(data.folder, file);
  const folder = join(data.folder, "restored");
  expect(await runCommand("restore", file, { folder })).toMatchObject({ code: 0 });
  await using _mila = await startMila({ DATA_DIR: folder, ...twilio.settings });
  const bodies = () => twilio.messages().map(({ body }) => body);
  await expect
    .poll(bodies, { timeout: 30_000 })
    .toEqual([expect.stringContaining("2 messages may have gone out")]);
  await using db = openDatabase(join(folder, "mila.db"));
  await decideOnHeld(db, "send", nowIso());
  const open = () =>
    db.selectFrom("deliveries").select("id").where("state", "in", ["ready", "sending"]).execute();
  await expect.poll(open, { timeout: 30_000 }).toEqual([]);
  const [, late, ...others] = bodies();
  expect(late).toMatch(/^Mila: Sorry, I'm late.*Call the vet.*Pick up Emma/s);
  expect(others).toEqual([]);
});
