import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import type { Bit, Category, Database, Relation } from "./schema.ts";

const family: [string, Relation][] = [
  ["Sam", "spouse"],
  ["Emma", "child"],
  ["Ben", "child"],
  ["Ines", "grandparent"],
];

const chores: Record<Category, string[]> = {
  Kids: [
    "Pick up Emma from ballet",
    "Dentist for Ben",
    "Permission slip for the zoo",
    "Buy sneakers for Ben, size 12",
  ],
  Household: [
    "Order groceries",
    "Pay the electricity bill",
    "Call the plumber about the sink",
    "Water the plants",
  ],
  Elders: [
    "Call Ines",
    "Prescription for Ines",
    "Eye doctor with Ines",
    "Fix the handrail at Ines' house",
  ],
};

export async function seedFamily(
  db: Kysely<Database>,
  owner: { userId: string; householdId: string },
  taskCount: number,
  zone: { name: string; wallClockAt: (instant: string) => string },
): Promise<void> {
  const now = Date.now();
  const created_at = new Date(now).toISOString();
  const owned = { user_id: owner.userId, household_id: owner.householdId };
  const people = family.map(([name, relation]) => ({
    id: newId(),
    added_by: owner.userId,
    household_id: owner.householdId,
    name,
    relation,
    created_at,
  }));
  const tasks = Array.from({ length: taskCount }, (_, index) => ({
    id: newId(),
    ...owned,
    ...makeTask(index, now),
    assignee_id: index % 11 === 0 ? people[0]!.id : null,
    ...makeDueDate(index, now, zone),
  }));
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("people").values(people).execute();
    // SQLite allows 32,766 values per statement.
    for (let start = 0; start < tasks.length; start += 500) {
      await trx
        .insertInto("tasks")
        .values(tasks.slice(start, start + 500))
        .execute();
    }
  });
}

function makeTask(index: number, now: number) {
  const category = (["Kids", "Household", "Elders"] as const)[index % 3] ?? "Kids";
  const titles = chores[category];
  return {
    category,
    title: titles[Math.floor(index / 3) % titles.length] ?? "",
    description: index % 7 === 0 ? "Ask whether it can be moved to next week" : null,
    is_completed: Number(index % 4 === 3) as Bit,
    created_at: new Date(now - index * 60_000).toISOString(),
  };
}

function makeDueDate(
  index: number,
  now: number,
  zone: { name: string; wallClockAt: (instant: string) => string },
) {
  if (index % 5 === 4) return { due_date: null, due_local: null, due_time_zone: null };
  const due_date = new Date(now + (index - 20) * 5 * 60 * 60 * 1000).toISOString();
  return { due_date, due_local: zone.wallClockAt(due_date).slice(0, 16), due_time_zone: zone.name };
}
