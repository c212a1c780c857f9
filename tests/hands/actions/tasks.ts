import type { Kysely } from "kysely";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { saveChange } from "#app/domain/pages/save-change.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import { clearDate } from "#app/domain/tasks/changing/clear-date.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
  restoreTask,
  restoreWithDueDate,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { TurnsDecide } from "#app/domain/tasks/events.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Chance } from "../chance.ts";
import { type ActionKind, BrokenRule, letSecondsPass, someone, type World } from "../world.ts";
import { work } from "./time.ts";

const requests = [
  "Pick up Emma tomorrow at 3",
  "Trash every Tuesday at 7pm",
  "Call the vet",
  "Water the plants every day at 8am",
  "Dishes daily at 20:00, Nora and Sam take turns",
  "Change the filter every month",
  "Piano lesson every Mon and Thu at 4pm, remind me an hour before",
  "Buy milk today at 6pm",
  "Clean the gutters every 3 weeks after it's done",
  "Dentist on Friday at 9:30 for Otto",
];

type Which = "open" | "done" | "gone";

function isWhich(
  { is_completed, deleted_at, is_ahead }: Pick<Task, "is_completed" | "deleted_at" | "is_ahead">,
  which: Which,
): boolean {
  if (which === "gone") return deleted_at !== null && is_ahead === 0;
  return deleted_at === null && (is_completed === 1) === (which === "done");
}

/**
 * Mostly one that fits, and then often one that somebody said yes to: that is where features meet.
 */
export async function chooseTask(
  { db }: World,
  chance: Chance,
  { householdId }: { householdId: string },
  which: Which = "open",
): Promise<Task | undefined> {
  const all = await db
    .selectFrom("tasks")
    .select(["id", "is_completed", "deleted_at", "is_ahead", "delegation_status"])
    .where("household_id", "=", householdId)
    .orderBy("id", "desc")
    .limit(60)
    .execute();
  const fitting = all.filter((task) => isWhich(task, which));
  const agreed = fitting.filter(({ delegation_status: status }) => status === "accepted");
  const [isAny, isAgreed] = [chance.percent(7), chance.percent(35)];
  const some = isAny ? all : isAgreed && agreed.length > 0 ? agreed : fitting;
  if (some.length === 0) return undefined;
  const { id } = chance.of(some);
  return (await findTasks(db, [id])).get(id);
}

export const named = ({ title, due_local }: Task) => `“${title}” of ${due_local ?? "no date"}`;

/** A wall clock in the next days, at times also just past. */
function someLocal(chance: Chance, timeZone: string): string {
  const day = wallClockAt(nowIso(), timeZone).add({ days: chance.below(12) - 1 });
  const hour = chance.of(["02", "08", "15", "19", "23"]);
  return `${day.toPlainDate().toString()}T${hour}:${chance.of(["00", "30"])}`;
}

/** What a family sees of its tasks, requests, turns and reminders. */
async function stateOf(db: Kysely<Database>, householdId: string): Promise<Record<string, string>> {
  const tasks = await db
    .selectFrom("tasks")
    .select(["id", "title", "due_local", "assignee_id", "assignee_name", "has_turn"])
    .select(["delegation_status", "delegated_to"])
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .where("is_completed", "=", 0)
    .execute();
  const ids = tasks.map(({ id }) => id);
  const asked = await db
    .selectFrom("delegations")
    .select(["id", "state", "person_id"])
    .where("task_id", "in", ids)
    .execute();
  const turns = await db
    .selectFrom("series_occurrences")
    .select(["series_id as id", "occurs_on", "turn_person_id"])
    .where("task_id", "in", ids)
    .execute();
  const reminders = await db
    .selectFrom("reminders")
    .select(["task_id as id", "user_id", "scheduled_at", "minutes_before"])
    .where("task_id", "in", ids)
    .where("status", "=", "pending")
    .execute();
  const kinds = { tasks, asked, turns };
  const said = Object.entries(kinds).flatMap(([kind, rows]) =>
    rows.map((row) => [`${kind} ${row.id}`, JSON.stringify(row)] as const),
  );
  const reminded = reminders.map(
    (row) => [`reminder ${row.id} ${row.user_id} ${row.minutes_before}`, row.scheduled_at] as const,
  );
  return Object.fromEntries([...said, ...reminded]);
}

export const taskActions: Record<string, ActionKind> = {
  add: {
    weight: 5,
    async take(world, chance) {
      const who = await someone(world, chance);
      const text = chance.of(requests);
      await addTasks(world.db, who, { text }, () => undefined);
      return `${who.name} adds “${text}”`;
    },
  },
  complete: {
    weight: 9,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const isPageOld = chance.percent(10);
      const seenDue = isPageOld ? undefined : (task.due_local ?? "");
      const done = await completeTask(world.db, who, task.id, { seenDue });
      return `${who.name} ticks ${named(task)}: ${done}`;
    },
  },
  reopen: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who, "done");
      if (!task) return null;
      return `${who.name} reopens ${named(task)}: ${await reopenTask(world.db, who, task.id)}`;
    },
  },
  delete: {
    weight: 3,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      return `${who.name} deletes ${named(task)}: ${await deleteTask(world.db, who, task.id)}`;
    },
  },
  restore: {
    weight: 3,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who, "gone");
      if (!task) return null;
      const local = someLocal(chance, who.timeZone);
      const restored = chance.percent(20)
        ? await restoreWithDueDate(world.db, who, task.id, local, who.timeZone)
        : await restoreTask(world.db, who, task.id);
      return `${who.name} restores ${named(task)}: ${restored}`;
    },
  },
  move: {
    weight: 6,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const local = someLocal(chance, who.timeZone);
      const zone = task.due_time_zone ?? who.timeZone;
      const moved = await setDueDate(world.db, who, task.id, local, zone);
      return `${who.name} moves ${named(task)} to ${local}: ${moved}`;
    },
  },
  clearDate: {
    weight: 1,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      return `${who.name} clears the date of ${named(task)}: ${await clearDate(world.db, who, task.id)}`;
    },
  },
  edit: {
    weight: 7,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const scope = chance.of(["one", "following", "all"] as const);
      const zone = task.due_time_zone ?? who.timeZone;
      const assignee = chance.of([
        task.assignee,
        task.assignee,
        null,
        "Nora",
        "Sam",
        "Otto",
        "Emma",
        "Zoe",
        "A stranger",
      ]);
      const dueDate = chance.percent(30) ? someLocal(chance, zone) : task.due_local;
      const draft = {
        title: chance.percent(30) ? `${task.title.slice(0, 40)}!` : task.title,
        category: task.category,
        ...(task.description !== null && { description: task.description }),
        ...(dueDate !== null && { dueDate }),
        ...(assignee !== null && { assignee }),
        ...(task.assignee !== null && { assigneeBefore: task.assignee }),
        version: task.version - (chance.percent(5) ? 1 : 0),
        scope,
      };
      const endsTurns = chance.percent(50);
      const saved = await editTask(world.db, who, task.id, draft, zone).catch((error: unknown) => {
        if (!(error instanceof TurnsDecide)) throw error;
        if (!endsTurns) return "the form says that turns decide";
        return editTask(world.db, who, task.id, { ...draft, endsTurns: "yes" }, zone);
      });
      return `${who.name} edits ${named(task)} (${scope}; ${assignee}; ${dueDate}): ${saved}`;
    },
  },
  undoAtOnce: {
    weight: 5,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const { db } = world;
      const ways = {
        complete: [completeTask, reopenTask],
        delete: [deleteTask, restoreTask],
        skip: [skipOccurrence, restoreTask],
      } as const;
      const way = chance.of(["complete", "complete", "delete", "skip"] as const);
      const [change, undo] = ways[way];
      // The worker sends within a second what is due, so that no reminder waits from before.
      await work(world);
      const before = await stateOf(db, who.householdId);
      if (!(await change(db, who, task.id))) return null;
      letSecondsPass(world, chance);
      const isUndone = await undo(db, who, task.id);
      const after = await stateOf(db, who.householdId);
      const said = `${who.name} takes back the ${way} of ${named(task)}: ${isUndone}`;
      const changed = Object.keys(before).filter((key) => before[key] !== after[key]);
      const added = Object.keys(after).filter((key) => !(key in before));
      const different = [...changed, ...added];
      // Seen to catch: `takeBack` without `hideOccurrence`.
      if (different.length > 0)
        throw new BrokenRule(
          "Undo takes back my own change.",
          `${said}; ${different.map((key) => `${key}: ${before[key]} became ${after[key]}`).join("; ")}`,
        );
      return said;
    },
  },
  offline: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(
        world,
        chance,
        who,
        chance.of(["open", "open", "done", "gone"] as const),
      );
      if (!task) return null;
      const [date = "", time = ""] = someLocal(chance, who.timeZone).split("T");
      const change = chance.of([
        { type: "complete", taskId: task.id, seenDue: task.due_local ?? "" },
        { type: "reopen", taskId: task.id },
        { type: "move", taskId: task.id, date, time },
        { type: "add", text: chance.of(requests) },
      ] as const);
      const madeAt = new Date(Date.now() - chance.below(48 * 60) * 60_000).toISOString();
      const changeId = `change-${who.name}-${Date.now()}-${chance.below(1e9)}`;
      const sent = { changeId, userId: who.userId, householdId: who.householdId, madeAt, change };
      const outcome = await saveChange(world.db, who, sent, () => undefined);
      // The answer gets lost, and at times somebody takes the change back before the phone sends it
      // again.
      const takeBack = { complete: reopenTask, reopen: completeTask, move: clearDate, add: null };
      if (chance.percent(50)) await takeBack[change.type]?.(world.db, who, task.id);
      const before = JSON.stringify(await stateOf(world.db, who.householdId));
      const again = await saveChange(world.db, who, sent, () => undefined);
      const after = JSON.stringify(await stateOf(world.db, who.householdId));
      // Seen to catch: `insertOutcome` that keeps nothing.
      if (JSON.stringify(outcome) !== JSON.stringify(again) || before !== after)
        throw new BrokenRule(
          "A change that was kept without a connection counts once.",
          `The queue's answer changed from ${JSON.stringify(outcome)} to ${JSON.stringify(again)}, or what it says from ${before} to ${after}`,
        );
      return `${who.name}'s phone sends “${change.type}” of ${madeAt} about ${named(task)}: ${JSON.stringify(outcome)}`;
    },
  },
};
