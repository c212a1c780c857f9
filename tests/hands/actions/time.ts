import { compareCalendars } from "#app/domain/calendar/google/compare-calendars.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { passOverAtOnce } from "#app/domain/outbox/channels/pass-over-paused.server.ts";
import { lateBefore } from "#app/domain/outbox/queries/sendable.ts";
import { enqueueDue } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { followReminders } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { lapseReminders, tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { isSeriesBehind, tickSeries } from "#app/domain/series/tick-series.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { findNextDue } from "#jobs/next-due.ts";
import { roomFor } from "../../support/messages/deliveries.ts";
import { nextWork } from "../../support/series/next-work.ts";
import type { ActionKind, World } from "../world.ts";

/** Does what the worker does each second, due or not. */
export async function workEachSecond({ db, outbox }: World): Promise<void> {
  const { encryptionKey, id: instanceId } = outbox;
  await removeAccounts(db);
  // Nothing that Google has can be listed here.
  await compareCalendars(db, { google: undefined, encryptionKey, instanceId }, nowIso());
  await announceWaiting(db, nowIso());
  await tickSeries(db, nowIso);
}

/** Does what the worker does when something is due. After a time off, late reminders are next. */
export async function work(world: World): Promise<void> {
  if (await workOnce(world)) await workOnce(world);
}

/** Works in the worker's order. Returns whether late reminders waited for their series. */
async function workOnce(world: World): Promise<boolean> {
  const { db, outbox, deliver } = world;
  const now = nowIso();
  const isBehind = await isSeriesBehind(db, lateBefore(now), now);
  await tickReminders(db, now, isBehind ? lateBefore(now) : undefined);
  await mergeLateMessages(db, messageTypes, now);
  await tickSummaries(db, outbox.timeZone, now);
  await followReminders(db, now);
  await passOverAtOnce(db, outbox, now);
  await workEachSecond(world);
  await lapseReminders(db, now);
  for (const { id } of await enqueueDue(db, outbox, roomFor(1_000), nowIso())) await deliver(id);
  return isBehind;
}

const maxSteps = 12;

/** Wakes the worker whenever something falls due, or seldom if that is too often. */
async function live(world: World, until: string): Promise<void> {
  // Both questions below are about what is due later.
  await work(world);
  const from = nowIso();
  const step = (Date.parse(until) - Date.parse(from)) / maxSteps;
  for (let now = from; now < until;) {
    const due = [await findNextDue(world.db, now), await nextWork(world.db)];
    const soonest = due.filter((at) => typeof at === "string" && at > now).toSorted()[0] ?? until;
    const least = new Date(Date.parse(now) + step).toISOString();
    now = [until, soonest > least ? soonest : least].toSorted()[0]!;
    world.clock.set(now === until ? until : laterBy(now, { seconds: 1 }));
    await work(world);
  }
  world.clock.set(until);
}

const waiting = (weight: number, hours: readonly number[]): ActionKind => ({
  weight,
  async take(world, chance) {
    const until = laterBy(nowIso(), { minutes: Math.ceil(chance.of(hours) * 60) });
    await live(world, until);
    return `It becomes ${until}`;
  },
});

export const timeActions: Record<string, ActionKind> = {
  work: {
    weight: 12,
    async take(world) {
      world.clock.set(laterBy(nowIso(), { minutes: 3 }));
      await work(world);
      return `The worker sends what is due until ${nowIso()}`;
    },
  },
  waitHours: waiting(5, [0.5, 1, 3, 6]),
  waitDays: waiting(2, [12, 24, 24, 72, 8 * 24]),
  purge: {
    weight: 1,
    async take({ db }) {
      return `Mila forgets deleted tasks: ${await purgeDeletedTasks(db, nowIso())}`;
    },
  },
  switchOff: {
    weight: 1,
    async take(world, chance) {
      const hours = chance.of([1, 6, 30, 80]);
      world.clock.set(laterBy(nowIso(), { hours }));
      await work(world);
      return `Mila was off for ${hours} hours, until ${nowIso()}`;
    },
  },
};
