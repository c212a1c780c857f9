import { type Kysely, sql, type Transaction } from "kysely";
import { inBatches } from "#app/domain/core/sql/delete-in-batches.ts";
import { idList } from "#app/domain/core/sql/values.ts";
import { findFamilyByIds } from "#app/domain/household/family/family-members.server.ts";
import {
  type HouseholdPerson,
  listHouseholdPeople,
} from "#app/domain/household/members/people.server.ts";
import { announceLater } from "#app/domain/tasks/changing/announce-later.server.ts";
import { assignOccurrences } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { planAgain } from "../occurrences/plan-again.server.ts";
import { findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";
import { keptTurn } from "../turns/kept-turn.server.ts";
import { nextTurn, turnColumns } from "../turns/turns.server.ts";
import { assignTurn } from "./assign-turn.server.ts";
import { leaveToWorker, reassignedAtOnce } from "./reassign-turns.server.ts";

/** Gives the open turns of people without an account to others. Call it before they are removed from the family. */
export async function passOnTurnsOfMembers(
  trx: Transaction<Database>,
  { familyMemberIds }: { familyMemberIds: string[] },
  now: string,
): Promise<void> {
  const rows = await trx
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("turn_member", "in", idList(familyMemberIds))
    .where("state", "=", "open")
    .execute();
  const leaving = await findFamilyByIds(trx, familyMemberIds);
  await planAgain(
    trx,
    [...leaving.values()].map(({ household_id }) => household_id),
    now,
  );
  const isGone = ({ userId, memberIds }: HouseholdPerson) =>
    userId === null && memberIds.every((id) => familyMemberIds.includes(id));
  const [householdId] = [...leaving.values()].map(({ household_id }) => household_id);
  const people = householdId ? await listHouseholdPeople(trx, householdId) : [];
  const hasTurn = (open: Open) => keptTurn(open, people).turn_member !== null;
  await passOnAll(trx, rows, { isGone, hasTurn }, now);
}

/** Gives the open turns of an account that leaves the household to others. */
export async function passOnTurnsOfAccount(
  trx: Transaction<Database>,
  { userId, householdId }: { userId: string; householdId: string },
  now: string,
): Promise<void> {
  const rows = await trx
    .selectFrom("series_occurrences")
    .innerJoin("series", "series.id", "series_occurrences.series_id")
    .select("task_id")
    .where("series.household_id", "=", householdId)
    .where("turn_user", "=", userId)
    .where("state", "=", "open")
    .execute();
  await planAgain(trx, [householdId], now);
  const isGone = (person: HouseholdPerson) => person.userId === userId;
  const hasTurn = ({ task }: Open) => task.turn_user_id === userId;
  await passOnAll(trx, rows, { isGone, hasTurn }, now);
}

interface Open {
  series: Series;
  occurrence: Occurrence;
  task: Task;
}

interface Leaving {
  isGone: (person: HouseholdPerson) => boolean;
  /** Else someone was assigned by hand. */
  hasTurn: (open: Open) => boolean;
}

async function passOnAll(
  trx: Transaction<Database>,
  rows: { task_id: string | null }[],
  { isGone, hasTurn }: Leaving,
  now: string,
): Promise<void> {
  const taskIds = rows.flatMap(({ task_id }) => task_id ?? []);
  const tasks = await findTasks(trx, taskIds);
  const turns = (await findOccurrences(trx, taskIds)).flatMap(({ series, occurrence }) => {
    const task = tasks.get(occurrence.task_id ?? "");
    const open = task && { series, occurrence, task };
    return open && hasTurn(open) ? [open] : [];
  });
  const first = turns.slice(0, reassignedAtOnce);
  for (const { series, occurrence, task } of first) {
    const on = task.due_local?.slice(0, 10) ?? occurrence.occurs_on;
    const other = await nextTurn(trx, series, { number: occurrence.number, on, isGone });
    await assignTurn(trx, { occurrence, task }, other ?? null);
  }
  await announceTaskChange(trx, idsOf(first), now);
  await passOnLater(trx, turns.slice(reassignedAtOnce), now);
}

const idsOf = (turns: Open[]) => turns.map(({ task }) => task.id);

/** They are nobody's until the worker gives them to others, within a second. */
async function passOnLater(trx: Transaction<Database>, turns: Open[], now: string): Promise<void> {
  const given = turns.filter(({ task }) => task.delegation_status !== "accepted");
  await trx
    .updateTable("series_occurrences")
    .set(turnColumns(null))
    .where("task_id", "in", idList(idsOf(given)))
    .execute();
  await assignOccurrences(trx, idsOf(given), null);
  await leaveToWorker(
    trx,
    given.map(({ series }) => series.id),
    now,
  );
  await announceLater(trx, idsOf(turns), now);
}

const occurrencesAtOnce = 500;

/** For an account that has ended: foreign keys would forget all that it did in one piece. */
export async function forgetTurnsOf(db: Kysely<Database>, userId: string): Promise<void> {
  for (const name of ["done_by", "turn_user"]) {
    const column = sql.ref(name);
    await inBatches(occurrencesAtOnce, () =>
      sql`update series_occurrences set ${column} = null where rowid in (
        select rowid from series_occurrences where ${column} = ${userId} limit ${occurrencesAtOnce})`.execute(
        db,
      ),
    );
  }
}
