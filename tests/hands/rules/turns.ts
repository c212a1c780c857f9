import { wallClockAt } from "#app/domain/core/time.ts";
import type { StateRule } from "./rule.ts";
import { type Snapshot, titleOf } from "./snapshot.ts";

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
