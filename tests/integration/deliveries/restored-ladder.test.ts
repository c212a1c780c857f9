import { expect, onTestFinished, test, vi } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { decideOnHeld, findHeld } from "#app/domain/instance/restored-backup.server.ts";
import { endRestoredAccess, holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import { newLadder } from "../../support/messages/ladder.ts";
import { at, newHome } from "../../support/series/home.ts";
import { work } from "../../support/series/live.ts";

type Ladder = Awaited<ReturnType<typeof newLadder>>;

/** Mila starts with a backup that was made just now, after some time. */
async function restoreAfter({ db }: Pick<Ladder, "db">, minutes: number) {
  await writeFact(db, "restored_backup", nowIso());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(laterBy(nowIso(), { minutes })) });
  onTestFinished(() => void vi.useRealTimers());
  await endRestoredAccess(db, nowIso());
  await holdRestored(db, { timeZone: "UTC", isSetUp: () => true }, nowIso());
}

test("what followed a reminder since the backup is not sent again", async () => {
  await using ladder = await newLadder({ nag_enabled: 1, next_way_enabled: 1 });
  expect((await ladder.remind()).arrived).toEqual({ sms: 1 });
  await restoreAfter(ladder, 30);
  expect(await ladder.passMinutes(40)).toEqual({ sms: 1 });
});

test("a reminder that waits for the owner's decision goes no other way, whatever the decision", async () => {
  for (const decision of ["send", "leave"] as const) {
    await using ladder = await newLadder({ nag_enabled: 1, next_way_enabled: 1 });
    await ladder.remind();
    await ladder.db.deleteFrom("deliveries").execute();
    await ladder.db
      .updateTable("reminders")
      .set({ status: "pending", follow_up_at: null })
      .execute();
    await restoreAfter(ladder, 30);
    expect(await ladder.passMinutes(30)).toEqual({ sms: 1 });
    await decideOnHeld(ladder.db, decision, nowIso());
    expect(await ladder.passMinutes(30)).toEqual({ sms: decision === "send" ? 2 : 1 });
  }
});

test("reminders of a series' dates since the backup wait for the owner's decision as well", async () => {
  const now = at("2031-06-02T12:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2031-06-03T18:00",
    now,
    leads: [120],
  });
  onTestFinished(() => void vi.useRealTimers());
  await work(home.db, now);
  await restoreAfter(home, 6 * 24 * 60 + 5 * 60);
  const held = await findHeld(home.db);
  await work(home.db, nowIso());
  expect(
    await home.db.selectFrom("deliveries").select("id").where("held_at", "is", null).execute(),
  ).toEqual([]);
  expect(held?.count).toBeGreaterThan(0);
});
