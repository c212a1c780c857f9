import { wallClockAt } from "#app/domain/core/time.ts";
import type { StateRule, StepRule } from "./rule.ts";
import { type Snapshot, type StepSnapshot, titleOf } from "./snapshot.ts";

function openOnes(now: Snapshot) {
  return now.series_occurrences.flatMap((occurrence) => {
    const task = now.task(occurrence.task_id);
    return occurrence.state === "open" && task ? [{ occurrence, task }] : [];
  });
}

export const turnStates: StateRule[] = [
  {
    sentence: "Who has the turn is on the card, unless somebody said yes or was chosen by hand.",
    // Seen to catch: `assignTurn` that leaves the task as it was.
    check: (now) =>
      openOnes(now).flatMap(({ occurrence, task }) =>
        task.has_turn === 1 &&
        task.delegation_status !== "accepted" &&
        task.assignee_id !== occurrence.turn_person_id
          ? [`The card of ${titleOf(task)} names another than who has the turn`]
          : [],
      ),
  },
  {
    sentence: "Nobody who has left has a turn, a request or a yes.",
    // Seen to catch: a table of rules without `passOnTurnsOfPeople`.
    check: (now) => [
      ...openOnes(now).flatMap(({ occurrence, task }) => {
        const person = now.person(occurrence.turn_person_id);
        const isHere =
          !occurrence.turn_person_id ||
          (person?.left_at === null && person.household_id === task.household_id);
        return isHere ? [] : [`The turn of ${titleOf(task)} is ${person?.name}'s, who has left`];
      }),
      ...now.tasks.flatMap((task) => {
        if (task.is_completed || task.deleted_at) return [];
        const person = now.person(task.delegated_to);
        const isHere = person?.left_at === null && person.household_id === task.household_id;
        return task.delegated_to === null || isHere
          ? []
          : [`${titleOf(task)} is ${task.delegation_status} by ${person?.name}, who has left`];
      }),
    ],
  },
  {
    sentence: "Away passes the turn on, also while somebody else's yes lies over it.",
    // Seen to catch: `addAwayDates` without `reassignTurns`.
    check(now, { turnsByHand }) {
      return openOnes(now).flatMap(({ occurrence, task }) => {
        const { series_id, turn_person_id: holder } = occurrence;
        const turns = now.series_turns.find((row) => row.series_id === series_id);
        if (!holder || !turns || turns.turn_order === "anyone" || !task.due_local) return [];
        const on = task.due_local.slice(0, 10);
        const today = wallClockAt(now.now, task.due_time_zone ?? "UTC")
          .toPlainDate()
          .toString();
        if (on < today || turnsByHand.has(`${task.id} ${holder}`)) return [];
        const isAway = (personId: string) =>
          now.away_dates.some(
            ({ person_id, first_on, last_on }) =>
              person_id === personId && first_on <= on && on <= last_on,
          );
        const others = now.series_turn_people.filter(
          ({ series_id: id, person_id, has_left }) =>
            id === series_id &&
            has_left === 0 &&
            now.person(person_id)?.left_at === null &&
            !isAway(person_id),
        );
        return isAway(holder) && others.length > 0
          ? [
              `${now.person(holder)?.name} is away on ${on} and has the turn of ${titleOf(task)} (${task.delegation_status}), which ${now.person(others[0]!.person_id)?.name} could take`,
            ]
          : [];
      });
    },
  },
];

/** Who has which week of a series with a week each, from the week of its first date on. */
function weeksOf(now: StepSnapshot, seriesId: string) {
  const isByWeek = now.series_turns.some(
    ({ series_id, turn_order }) => series_id === seriesId && turn_order === "week",
  );
  const first = now.series_occurrences.find(
    ({ series_id, number }) => series_id === seriesId && number === 1,
  );
  const people = now.series_turn_people
    .filter(({ series_id, has_left }) => series_id === seriesId && has_left === 0)
    .toSorted((one, other) => one.position - other.position)
    .map(({ person_id }) => person_id)
    .filter((id) => now.person(id)?.left_at === null);
  return isByWeek && first && people.length > 0
    ? { people, from: mondayOf(first.occurs_on) }
    : null;
}

const msPerWeek = 7 * 86_400_000;

/** Jan 5, 1970 was a Monday. */
const mondayOf = (date: string) =>
  Math.floor((Date.parse(date) - Date.parse("1970-01-05")) / msPerWeek);

export const turnSteps: StepRule[] = [
  {
    sentence: "With a week each, a date that moves changes nobody's weeks.",
    // Seen to catch: `keepWeeks` that only makes the change.
    check({ before, after, action }) {
      // The page of turns may choose another order.
      if (action === "turns") return [];
      return after.series.flatMap(({ id, title }) => {
        const [was, is] = [weeksOf(before, id), weeksOf(after, id)];
        const isSame = was && is && was.people.toSorted().join() === is.people.toSorted().join();
        if (!isSame) return [];
        const later = is.people.length + ((is.from - was.from) % is.people.length);
        const moved = is.people.filter(
          (person, week) => person !== was.people[(week + later) % was.people.length],
        );
        return moved.length === 0
          ? []
          : [`The weeks of “${title}” went to others: ${was.people.join()} to ${is.people.join()}`];
      });
    },
  },
];
