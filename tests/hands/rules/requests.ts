import type { Selectable } from "kysely";
import { findUnseenChange } from "#app/domain/delegation/telling/known-due.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { StateRule, StepRule } from "./rule.ts";
import { type Snapshot, titleOf } from "./snapshot.ts";

const openStates = ["pending", "accepted", "declined"];

export const requestStates: StateRule[] = [
  {
    sentence: "A task has at most one open request, and its card shows it.",
    // Seen to catch: `ask` without `endRequests`, which the database refuses: "No action fails"
    // then. And `forgetContinued` without `clearDelegation`.
    check({ tasks, delegations }) {
      const open = Map.groupBy(
        delegations.filter(({ state }) => openStates.includes(state)),
        ({ task_id }) => task_id,
      );
      return tasks.flatMap((task) => {
        // A date ahead gets its request when it opens.
        if (task.is_ahead) return [];
        const requests = open.get(task.id) ?? [];
        const shown = requests.map(({ state, person_id }) => `${state} ${person_id}`).join();
        const said =
          task.delegation_status === "none" ? "" : `${task.delegation_status} ${task.delegated_to}`;
        return shown === said ? [] : [`${titleOf(task)} says ${said}, its requests ${shown}`];
      });
    },
  },
  {
    sentence: "Nobody is asked for what is done or gone.",
    // Seen to catch: a table of rules without `closeFinishedRequests`.
    check: ({ tasks }) =>
      tasks.flatMap((task) =>
        task.delegation_status === "pending" && (task.is_completed || task.deleted_at)
          ? [`${titleOf(task)} is over and still asks`]
          : [],
      ),
  },
  {
    sentence: "Giving the task to another ends the request.",
    // Seen to catch: a table of rules without `endRequestsOfGiven`.
    check: ({ tasks, person }) =>
      tasks.flatMap((task) =>
        task.delegation_status === "accepted" &&
        !task.is_completed &&
        !task.deleted_at &&
        task.assignee_id !== task.delegated_to
          ? [
              `${person(task.delegated_to)?.name} said yes to ${titleOf(task)}, and ${person(task.assignee_id)?.name ?? task.assignee_name} has it`,
            ]
          : [],
      ),
  },
  {
    sentence: "Who said yes is told when the day or time changes, or when it was missed.",
    // Seen to catch: a table of rules without `tellChanges`.
    check(now) {
      return now.delegations.flatMap((request) => {
        const task = now.task(request.task_id);
        if (!task || request.state !== "accepted") return [];
        const news = findUnseenChange(request, {
          ...task,
          assignee: null,
          about: null,
        } satisfies Task);
        if (!news || !wasReached(now, request)) return [];
        const isTold = now.messages.some(
          ({ kind, subject_id, state, dedupe_key }) =>
            kind === "delegation_change" &&
            subject_id === request.id &&
            (state === "ready" || (news === "missed" && dedupe_key?.includes(":missed"))),
        );
        return isTold
          ? []
          : [`${request.delegate_name} is not told that ${titleOf(task)} was ${news}`];
      });
    },
  },
];

/** Their question arrived, and their number or address is known. */
function wasReached(
  { messages, person, user_preferences }: Snapshot,
  request: Selectable<Database["delegations"]>,
): boolean {
  const asked = messages.find(
    ({ kind, subject_id, state }) =>
      kind === "delegation_request" && subject_id === request.id && state === "sent",
  );
  const who = person(request.person_id);
  const isAccount = user_preferences.some(({ user_id }) => user_id === who?.user_id);
  if (!asked || !who || isAccount) return false;
  return asked.channel === "email" ? who.email !== null : who.phone !== null;
}

export const requestSteps: StepRule[] = [
  {
    sentence: "When a yes ends, the task goes back to who has the turn, else to who made it.",
    // Seen to catch: `endRequests` without `returnTask`.
    check({ before, after, action }) {
      if (action === "edit") return [];
      return before.delegations.flatMap((request) => {
        const later = after.delegations.find(({ id }) => id === request.id);
        const hasEnded = request.state === "accepted" && later && later.state !== "accepted";
        const task = after.task(request.task_id);
        if (!hasEnded || !task || task.is_completed || task.deleted_at) return [];
        const isBack =
          task.assignee_id !== request.person_id ||
          task.assignee_id === null ||
          task.delegation_status === "accepted" ||
          task.has_turn === 1 ||
          request.assignee_before_id === request.person_id;
        return isBack
          ? []
          : [`${request.delegate_name} still has ${titleOf(task)}, though the yes has ended`];
      });
    },
  },
  {
    sentence: "Yes to one is to one.",
    // Seen to catch: a table of rules without `keepYesToOne`.
    check({ before, after }) {
      return after.series.flatMap((series) => {
        const old = before.series.find(({ id }) => id === series.id);
        if (series.assignee_id === null || old?.assignee_id === series.assignee_id) return [];
        const spread = before.delegations.find(
          ({ state, is_for_all, person_id, assignee_before_id, task_id }) =>
            state === "accepted" &&
            is_for_all === 0 &&
            person_id === series.assignee_id &&
            assignee_before_id !== person_id &&
            after.series_occurrences.some(
              (one) =>
                one.series_id === series.id && one.task_id === task_id && one.state === "open",
            ),
        );
        return spread
          ? [`${spread.delegate_name} said yes to one “${series.title}” and has all`]
          : [];
      });
    },
  },
];
