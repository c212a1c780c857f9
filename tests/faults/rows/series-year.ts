import { type Kysely, sql } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, instantOf, laterBy, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { lapseReminders, tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { announceTaskChange, repeatingTasksAdded } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { nextWork } from "../../support/series/next-work.ts";
import { anyReach } from "../../support/series/any-reach.ts";
import { walkByDay } from "../../support/series/walk-by-day.ts";
import type { Random } from "../random.ts";
import { type Person, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { setClock } from "../simulated-clock.ts";

const zones = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Honolulu"];
const kinds = [
  { rule: "FREQ=DAILY", time: "00:00" },
  { rule: "FREQ=DAILY", time: "00:30" },
  { rule: "FREQ=DAILY", time: "07:00" },
  { rule: "FREQ=WEEKLY", time: "19:00" },
  { rule: "FREQ=MONTHLY;BYMONTHDAY=31", time: "09:00" },
  { rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", time: "17:00" },
  { rule: "FREQ=DAILY;INTERVAL=3", time: "02:30" },
  { rule: "FREQ=DAILY;COUNT=100", time: "12:00" },
  { rule: "FREQ=DAILY;INTERVAL=3", time: "18:00", isFromDone: true },
];
const ways = ["never", "at once", "late", "at random"] as const;
const leads = [0, 60, 1_440, 3 * 1_440, 7 * 1_440];
const minutesPerDay = 1_440;

/**
 * Simulates the calendar in this process. The expected dates come from the tests' own reading of
 * RFC 5545, and whole days before keep the time on the wall clock.
 */
export const seriesYear: Row = {
  name: "series-year",
  fault: "a year of repeating tasks, ticked off or not, simulated",
  count: 365,
  quickCount: 25,
  isLong: true,
  async run({ count: days, random, installation }) {
    const { db } = installation;
    await sql`pragma synchronous = off`.execute(db);
    const start = "2027-01-01T05:00:00.000Z";
    setClock(start);
    const { people } = await seedReminders(db, kinds.length * ways.length, { eachPerson: 1 });
    await db.deleteFrom("tasks").execute();
    const all: Simulated[] = [];
    for (const [index, kind] of kinds
      .flatMap((each) => ways.map((way) => ({ ...each, way })))
      .entries()) {
      const zone = zones[index % zones.length]!;
      all.push(await add(db, { ...kind, zone, person: people[index]! }, start));
    }
    const end = laterBy(start, { hours: 24 * days });
    const dones = await live(db, all, { start, end, random });
    await tickReminders(db, end);
    while ((await lapseReminders(db, end)) > 0);

    const results = await Promise.all(all.map((one) => compare(db, one, { start, end, dones })));
    const total = (name: "planned" | "lost" | "extra") =>
      results.reduce((sum, result) => sum + result[name], 0);
    const { dormant } = await db
      .selectFrom("reminders")
      .select(({ fn }) => fn.countAll<number>().as("dormant"))
      .where("status", "in", ["dormant", "pending"])
      .where("scheduled_at", "<=", end)
      .executeTakeFirstOrThrow();
    const figures = {
      days,
      series: all.length,
      reminders: total("planned"),
      lost: total("lost"),
      extra: total("extra"),
    };
    return judge(
      { ...figures, "without an end": dormant },
      {
        "each is sent once": figures.lost === 0 && figures.extra === 0,
        "each has an end": dormant === 0,
      },
    );
  },
};

interface Simulated {
  rule: string;
  time: string;
  zone: string;
  way: (typeof ways)[number];
  isFromDone?: boolean;
  person: Person;
  firstOn: string;
}

async function add(
  db: Kysely<Database>,
  kind: Omit<Simulated, "firstOn">,
  start: string,
): Promise<Simulated> {
  const { rule, time, zone, person, isFromDone } = kind;
  const today = wallClockAt(start, zone).toPlainDate();
  const last = today.add({ days: 62 }).toString();
  // Far enough ahead for each reminder.
  const firstOn = walkByDay(rule, today.add({ days: 8 }).toString(), last)[0]!;
  const { userId: user_id, householdId: household_id } = person;
  await db.updateTable("profiles").set({ time_zone: zone }).where("id", "=", user_id).execute();
  await db
    .updateTable("user_preferences")
    .set({ reminder_two_days_before: 0 })
    .where("user_id", "=", user_id)
    .execute();
  const id = newId();
  await db.transaction().execute(async (trx) => {
    const task = {
      id,
      user_id,
      household_id,
      title: "Pill",
      category: "Household" as const,
      created_at: start,
    };
    await trx
      .insertInto("tasks")
      .values({ ...task, ...dueColumns(`${firstOn}T${time}`, zone) })
      .execute();
    const repeats = { rule, from: isFromDone ? ("done" as const) : ("due" as const) };
    await repeatingTasksAdded.announce(
      trx,
      { tasks: [{ taskId: id, repeats, turns: null }] },
      start,
    );
    await announceTaskChange(trx, [id], start);
  });
  for (const minutesBefore of leadsOf(kind)) {
    const wanted = { minutesBefore, reach: isFromDone ? threeDays : anyReach };
    await addReminder(db, { userId: user_id, householdId: household_id }, id, wanted, start);
  }
  return { ...kind, firstOn };
}

const threeDays = { minutes: 3 * minutesPerDay, beyond: "too_early" } as const;

/** What counts from completion comes three days later: earlier reminders would be refused. */
const leadsOf = ({ isFromDone }: { isFromDone?: boolean }) =>
  leads.filter((lead) => !isFromDone || lead < 3 * minutesPerDay);

type Dones = Map<string, string>;

/** Lets a year pass. Returns when each date was done, by household and date. */
async function live(
  db: Kysely<Database>,
  all: Simulated[],
  { start, end, random }: { start: string; end: string; random: Random },
): Promise<Dones> {
  const dones: Dones = new Map();
  /** By household: the date that its person means to tick off, and when. */
  const plans = new Map<string, { on: string; at: string }>();
  let now = start;
  while (now < end) {
    setClock(now);
    const routines = [() => tickSeries(db, () => now), () => tickReminders(db, now)];
    for (const run of random.next() < 0.5 ? routines : routines.toReversed()) await run();
    for (const one of all) await tickOff(db, one, { now, plans, dones, random });
    const next = [await nextWork(db), ...[...plans.values()].map(({ at }) => at)].filter(
      (at) => at !== null && at > now,
    );
    const soonest = next.toSorted()[0] ?? end;
    // Ticks come up to two seconds late.
    now = laterBy(soonest, { seconds: random.whole(0, 2) });
  }
  return dones;
}

async function tickOff(
  db: Kysely<Database>,
  { way, person, time, zone, isFromDone }: Simulated,
  {
    now,
    plans,
    dones,
    random,
  }: { now: string; plans: Map<string, { on: string; at: string }>; dones: Dones; random: Random },
): Promise<void> {
  if (way === "never") return;
  const { userId, householdId } = person;
  const plan = plans.get(householdId);
  const open = async () =>
    db
      .selectFrom("series_occurrences")
      .innerJoin("tasks", "tasks.id", "series_occurrences.task_id")
      .select(["tasks.id", "occurs_on"])
      .where("tasks.household_id", "=", householdId)
      .where("state", "=", "open")
      .executeTakeFirst();
  const before = await open();
  if (!before) return void plans.delete(householdId);
  if (plan?.on !== before.occurs_on) {
    const due = instantOf(Temporal.PlainDateTime.from(`${before.occurs_on}T${time}`), zone);
    // One that counts from completion would get a date that it had before.
    const earliest = isFromDone ? 0 : -5 * minutesPerDay;
    const anyTime = random.whole(earliest, 30 * 60);
    const delay = { "at once": 0, late: random.whole(0, 30 * 60), "at random": anyTime }[way];
    const at = laterBy(due, { minutes: delay });
    plans.set(householdId, {
      on: before.occurs_on,
      at: at > now ? at : laterBy(now, { minutes: 1 }),
    });
    return;
  }
  if (plan.at > now) return;
  await completeTask(db, { userId, householdId }, before.id);
  dones.set(`${householdId} ${before.occurs_on}`, now);
  plans.delete(householdId);
}

interface Compared {
  planned: number;
  lost: number;
  extra: number;
}

async function compare(
  db: Kysely<Database>,
  one: Simulated,
  { start, end, dones }: { start: string; end: string; dones: Dones },
): Promise<Compared> {
  const { householdId, userId } = one.person;
  const dates = one.isFromDone
    ? await datesAfterDone(one, dones, end)
    : walkByDay(one.rule, one.firstOn, laterBy(end, { hours: 24 * 8 }).slice(0, 10));
  const expected = new Set<string>();
  for (const on of dates) {
    const doneAt = dones.get(`${householdId} ${on}`) ?? end;
    for (const lead of leadsOf(one)) {
      const at = timeOf(one, on, lead);
      if (
        at > start &&
        at <= end &&
        at <= doneAt &&
        !(one.isFromDone && at <= madeAt(one, on, dates, dones))
      ) {
        expected.add(`${on} ${lead}`);
      }
    }
  }
  const sent = await db
    .selectFrom("deliveries")
    .innerJoin("reminders", "reminders.id", "deliveries.subject_id")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .select(["due_local", "minutes_before", "due_at", "tasks.id as taskId"])
    .where("deliveries.user_id", "=", userId)
    .where("deliveries.kind", "=", "reminder")
    .execute();
  const counts = new Map<string, number>();
  for (const { due_local, minutes_before } of sent) {
    const key = `${due_local!.slice(0, 10)} ${minutes_before}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lost = [...expected].filter((key) => !counts.has(key));
  const extra = [...counts].filter(([key, count]) => !expected.has(key) || count > 1);
  if (lost.length + extra.length > 0) {
    console.error(one.rule, one.time, one.way, one.zone, {
      lost: lost.slice(0, 5),
      extra: extra.slice(0, 5),
    });
  }
  return { planned: expected.size, lost: lost.length, extra: extra.length };
}

function timeOf({ time, zone }: Simulated, on: string, lead: number): string {
  const due = Temporal.PlainDateTime.from(`${on}T${time}`);
  const isWholeDays = lead > 0 && lead % minutesPerDay === 0;
  if (isWholeDays) return instantOf(due.subtract({ days: lead / minutesPerDay }), zone);
  return earlierBy(instantOf(due, zone), { minutes: lead });
}

/** The first date, and three days after each done one. */
async function datesAfterDone(one: Simulated, dones: Dones, end: string): Promise<string[]> {
  const dates = [one.firstOn];
  for (
    let doneAt = doneOf(one, one.firstOn, dones);
    doneAt && doneAt < end;
    doneAt = doneOf(one, dates.at(-1)!, dones)
  ) {
    dates.push(wallClockAt(doneAt, one.zone).toPlainDate().add({ days: 3 }).toString());
  }
  return dates;
}

const doneOf = ({ person }: Simulated, on: string, dones: Dones) =>
  dones.get(`${person.householdId} ${on}`);

/** When an occurrence that counts from completion came to be. */
function madeAt(one: Simulated, on: string, dates: string[], dones: Dones): string {
  const before = dates[dates.indexOf(on) - 1];
  return (before && doneOf(one, before, dones)) ?? "";
}
