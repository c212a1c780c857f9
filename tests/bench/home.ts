import { JSDOM } from "jsdom";
import { v7 as newId } from "uuid";
import { earlierBy, instantOf, nowIso, Temporal } from "#app/domain/core/time.ts";
import { syncReminders } from "#app/domain/reminders/planning/sync-reminders.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { newFamily, type Visitor } from "../support/product/visitor.ts";

const timeZone = "America/New_York";
const areas = ["Kids", "Household", "Elders"] as const;

/** Days from today, each for some of the 200 tasks; null is no date. */
const days: [number | null, number][] = [
  [-1, 14],
  [0, 13],
  [1, 13],
  [4, 30],
  [30, 40],
  [null, 90],
];

/** Signs up a family of 200 tasks, 40 of them overdue, due today or tomorrow. */
export async function familyOfHome(mila: { url: string; dataFolder: string }): Promise<Visitor> {
  const visitor = await newFamily(mila);
  await using db = openDatabase(`${mila.dataFolder}/mila.db`);
  const owner = await db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["users.id as user_id", "household_members.household_id"])
    .where("users.email", "=", visitor.email)
    .executeTakeFirstOrThrow();
  const today = Temporal.Now.plainDateISO(timeZone);
  const dues = days.flatMap(([day, count]) => Array.from({ length: count }, () => day));
  const tasks = dues.map((day, index) => {
    const at = day === null ? null : today.add({ days: day }).toPlainDateTime("23:59");
    return {
      id: newId(),
      ...owner,
      title: `Bring the blue folder to school, number ${index}`,
      category: areas[index % areas.length]!,
      due_date: at && instantOf(at, timeZone),
      due_local: at?.toString({ smallestUnit: "minute" }) ?? null,
      due_time_zone: at && timeZone,
      created_at: earlierBy(nowIso(), { hours: 48 }),
    };
  });
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("tasks").values(tasks).execute();
    await syncReminders(trx, { taskIds: tasks.map(({ id }) => id) });
  });
  return visitor;
}

/**
 * Measures that family's Home: elements, and bytes before compression. A card's bytes include its
 * data for the browser.
 */
export async function homeFigures(mila: { url: string; dataFolder: string }) {
  const visitor = await familyOfHome(mila);
  const read = async (path: string) => {
    const html = await (await visitor.get(path, { accept: "text/html" })).text();
    const { document } = new JSDOM(html).window;
    const cards = [...document.querySelectorAll(".task")];
    return {
      cards: cards.length,
      elements: document.querySelectorAll("*").length,
      bytes: Buffer.byteLength(html),
      "elements of a card": cards[0]!.querySelectorAll("*").length + 1,
    };
  };
  const folded = await read("/dashboard");
  const opened = await read("/dashboard?open=kids-later,household-later,elders-later");
  const cardBytes = (opened.bytes - folded.bytes) / (opened.cards - folded.cards);
  return {
    "as it opens": folded,
    "Later opened": { ...opened, "bytes of a card": Math.round(cardBytes) },
  };
}
