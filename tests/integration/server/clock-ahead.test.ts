import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newFakeClock } from "../../faults/fake-clock.ts";
import { addDueReminder, newFamilyWithPhone } from "../../support/messages/deliveries.ts";
import { askReadiness } from "../../support/product/readiness.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";
import { temporaryFolder } from "../../support/records/backup.ts";
import type { TestFamily } from "../../support/records/family.ts";
import { startMilaWithDatabase } from "../security/signed-in.ts";

const yearMinutes = 365 * 24 * 60;
const password = "correct horse 7";
const slow = { timeout: 60_000, interval: 500 };

test(
  "after a start a year ahead, what is late waits until the clock is right, and Mila says so",
  { timeout: 180_000 },
  async (context) => {
    using data = temporaryFolder();
    const clock = await newFakeClock(data);
    if (!clock) return context.skip("faketime is not installed");
    const { PATH: _, ...clockSettings } = clock.settings;
    await using twilio = await startFakeTwilio();
    const settings = { DATA_DIR: data.folder, ...twilio.settings, ...clockSettings };
    let [email, reminderId] = ["", ""];
    let parent: TestFamily;
    {
      await using mila = await startMilaWithDatabase(settings);
      ({ email } = await newFamily(mila));
      parent = await newFamilyWithPhone(mila.db, "+12015550123");
      ({ reminderId } = await addDueReminder(mila.db, parent, { title: "Call the vet" }));
      await mila.db.deleteFrom("deliveries").execute();
      const scheduled_at = laterBy(nowIso(), { hours: 24 * 100 });
      await mila.db
        .updateTable("reminders")
        .set({ status: "pending", scheduled_at })
        .where("id", "=", reminderId)
        .execute();
      const beat = () =>
        mila.db
          .selectFrom("instance_facts")
          .select("value")
          .where("name", "=", "last_beat")
          .execute();
      await expect.poll(beat, slow).toHaveLength(1);
    }
    await clock.set(yearMinutes);
    await using mila = await startMilaWithDatabase(settings);
    const sessions = () => mila.db.selectFrom("sessions").select("id").execute();
    const before = (await sessions()).length;
    const ready = askReadiness(mila);
    await expect.poll(async () => (await ready()).text, slow).toContain("the clock may be wrong");
    const owner = new Visitor(mila.url);
    await owner.post("/auth", { mode: "login", email, password });
    expect(await (await owner.get("/preferences/instance")).text()).toContain(
      "late messages wait for 5 minutes",
    );
    // That sign-in ended no session of the others, whose time seems over.
    expect(await sessions()).toHaveLength(before + 1);
    const pending = () =>
      mila.db
        .selectFrom("reminders")
        .select(["status"])
        .where("id", "=", reminderId)
        .executeTakeFirst();
    // What somebody asks for meanwhile goes out.
    const created_at = laterBy(nowIso(), { minutes: yearMinutes });
    const asked = await addDueReminder(mila.db, parent, {
      title: "Feed the cat",
      dueAt: created_at,
    });
    await mila.db
      .updateTable("deliveries")
      .set({ created_at })
      .where("id", "=", asked.deliveryId)
      .execute();
    const bodies = () => twilio.messages().map(({ body }) => body);
    await expect.poll(bodies, slow).toEqual([expect.stringContaining("Feed the cat")]);
    expect(await pending()).toEqual({ status: "pending" });
    await clock.set(0);
    await expect.poll(async () => (await ready()).text, slow).toBe('{"status":"ok"}');
    await expect.poll(mila.output, slow).toContain("no longer waits for the clock");
    expect(await pending()).toEqual({ status: "pending" });
    await mila.db
      .updateTable("reminders")
      .set({ scheduled_at: nowIso() })
      .where("id", "=", reminderId)
      .execute();
    const asItIs = expect.stringMatching(/^(?!.*late).*Call the vet/s);
    await expect.poll(bodies, slow).toEqual([expect.stringContaining("Feed the cat"), asItIs]);
  },
);
