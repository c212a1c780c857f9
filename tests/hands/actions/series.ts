import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import {
  addBreak,
  changeBreak,
  removeBreak,
} from "#app/domain/series/breaks/change-breaks.server.ts";
import {
  addAwayDates,
  deleteAwayDates,
  listAwayDates,
} from "#app/domain/series/changing/away.server.ts";
import { endRepetition, saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { takeTurn } from "#app/domain/series/changing/take-turn.server.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import type { Chance } from "../chance.ts";
import { type ActionKind, someone, type World } from "../world.ts";
import { chooseTask, named } from "./tasks.ts";

async function somebody(world: World, chance: Chance, householdId: string) {
  return chance.of(await listHouseholdPeople(world.db, householdId));
}

function someDay(chance: Chance, timeZone: string, from = 0, days = 10): string {
  const day = wallClockAt(nowIso(), timeZone).add({ days: from + chance.below(days) });
  return day.toPlainDate().toString();
}

export const seriesActions: Record<string, ActionKind> = {
  skip: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      return `${who.name} skips ${named(task)}: ${await skipOccurrence(world.db, who, task.id)}`;
    },
  },
  repeat: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const input = repeatInput.parse({
        interval: 1 + chance.below(3),
        unit: chance.of(["day", "week", "week", "month"]),
        rule: chance.of(["new", "new", "keep"]),
        from: chance.of(["due", "due", "done"]),
        ...(chance.percent(15) && { pausedUntil: someDay(chance, who.timeZone, 2, 20) }),
        ...(chance.percent(15) && { until: someDay(chance, who.timeZone, 2, 40) }),
        ...(chance.percent(30) && { breaks: [{ value: "Holidays" }] }),
      });
      const saved = await saveRepetition(world.db, who, task.id, input);
      const { interval, unit, from, rule, until, pausedUntil } = input;
      return `${who.name} repeats ${named(task)} ${rule} every ${interval} ${unit} from ${from} until ${until} paused ${pausedUntil}: ${JSON.stringify(saved)}`;
    },
  },
  endRepeating: {
    weight: 1,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const isEnded = chance.percent(60);
      const { status } = await endRepetition(world.db, who, task.id, { isEnded });
      return `${who.name} ${isEnded ? "ends" : "goes on with"} repeating ${named(task)}: ${status}`;
    },
  },
  turns: {
    weight: 5,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const people = await listHouseholdPeople(world.db, who.householdId);
      const chosen = people.filter(() => chance.percent(50));
      const said = chance.of(["people", "people", "people", "anyone", "nobody"] as const);
      const order = chance.of(["each", "week", "least"] as const);
      const input = { who: said, people: chosen.map(({ id }) => id), order };
      if (said === "people" && chosen.length === 0) return null;
      const saved = await setTurns(world.db, who, task.id, input);
      return `${who.name} gives ${named(task)} to ${said} ${chosen.map(({ name }) => name).join(", ")} by ${order}: ${saved}`;
    },
  },
  takeTurn: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const task = await chooseTask(world, chance, who);
      if (!task) return null;
      const person = await somebody(world, chance, who.householdId);
      const from = chance.percent(80) ? (task.has_turn && task.assignee_id) || "" : "";
      const taken = await takeTurn(world.db, who, task.id, { person: person.id, from });
      if (taken.status === "taken") world.turnsByHand.add(`${task.id} ${person.id}`);
      return `${who.name} lets ${person.name} take the turn of ${named(task)}: ${taken.status}`;
    },
  },
  away: {
    weight: 4,
    async take(world, chance) {
      const who = await someone(world, chance);
      const person = await somebody(world, chance, who.householdId);
      const firstOn = someDay(chance, who.timeZone);
      const dates = { person: person.id, firstOn, lastOn: firstOn };
      if (chance.percent(70)) dates.lastOn = someDay(chance, who.timeZone, 10, 12);
      const added = await addAwayDates(world.db, who, dates);
      return `${who.name} says that ${person.name} is away ${firstOn} to ${dates.lastOn}: ${added}`;
    },
  },
  home: {
    weight: 2,
    async take(world, chance) {
      const who = await someone(world, chance);
      const { away } = await listAwayDates(world.db, who);
      if (away.length === 0) return null;
      const ended = await deleteAwayDates(world.db, who, chance.of(away).id);
      return `${who.name} ends somebody's days away: ${ended}`;
    },
  },
  break: {
    weight: 3,
    async take(world, chance) {
      const who = await someone(world, chance);
      const breaks = await world.db
        .selectFrom("breaks")
        .selectAll()
        .where("household_id", "=", who.householdId)
        .orderBy("id")
        .execute();
      const startsOn = someDay(chance, who.timeZone);
      const dates = { name: "Holidays", startsOn, endsOn: someDay(chance, who.timeZone, 10, 20) };
      if (breaks.length === 0 || chance.percent(30)) {
        const added = await addBreak(world.db, who, dates);
        return `${who.name} adds a break ${startsOn} to ${dates.endsOn}: ${added}`;
      }
      const { id } = chance.of(breaks);
      if (chance.percent(50)) {
        await removeBreak(world.db, who, id);
        return `${who.name} removes a break`;
      }
      await changeBreak(world.db, who, id, dates);
      return `${who.name} changes a break to ${startsOn} to ${dates.endsOn}`;
    },
  },
};
