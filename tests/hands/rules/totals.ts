import type { StateRule, StepRule } from "./rule.ts";

const whatForgets = new Set(["purge", "waitDays", "waitHours", "work", "switchOff"]);

export const totalSteps: StepRule[] = [
  {
    sentence: "No task, series or yes is lost.",
    // Seen to catch: `moveWholeHousehold` without `moveTasks`, and without `moveSeries`.
    check({ before, after, action }) {
      if (action === "purge") return [];
      const lost = (kind: "tasks" | "series" | "series_occurrences") => {
        const idOf = (row: object) =>
          "number" in row && "series_id" in row
            ? `${row.series_id} ${row.number}`
            : "id" in row
              ? String(row.id)
              : "";
        const left = new Set(after[kind].map(idOf));
        return before[kind].flatMap((row) =>
          left.has(idOf(row)) ? [] : [`A row of ${kind} is gone: ${JSON.stringify(row)}`],
        );
      };
      const isAhead = (problem: string) => problem.includes('"state":"ahead"');
      return [
        ...lost("tasks"),
        ...lost("series"),
        ...lost("series_occurrences").filter((problem) => !isAhead(problem)),
      ].filter(() => !whatForgets.has(action));
    },
  },
  {
    sentence: "Nobody's number is dropped when households join.",
    // Seen to catch: `compare` that takes two of one name with different numbers for one.
    check({ before, after, action }) {
      if (!["join", "leave", "handOver"].includes(action)) return [];
      const numbers = new Set(after.people.map(({ phone }) => phone));
      // An account has a number of its own.
      const accounts = new Set(after.people.map(({ user_id }) => user_id));
      return before.people.flatMap(({ name, phone, user_id, former_user_id }) =>
        phone === null || accounts.has(user_id ?? former_user_id ?? "") || numbers.has(phone)
          ? []
          : [`${name}'s number ${phone} is gone`],
      );
    },
  },
  {
    sentence: "Two people are one only if they are: the same account, number or address.",
    // Seen to catch: `compare` that treats two people of one name as one, with or without numbers.
    check({ before, after, action }) {
      const left = new Set(after.people.map(({ id }) => id));
      return before.people.flatMap((gone) => {
        if (left.has(gone.id)) return [];
        const same = after.people.some(
          (one) =>
            (gone.phone !== null && one.phone === gone.phone) ||
            (gone.email !== null && one.email === gone.email) ||
            (gone.user_id !== null && one.user_id === gone.user_id) ||
            (gone.former_user_id !== null && one.user_id === gone.former_user_id),
        );
        const hadNothing = gone.phone === null && gone.email === null && gone.user_id === null;
        return same || (hadNothing && action !== "join")
          ? []
          : [`${gone.name} (${gone.phone ?? gone.email ?? gone.user_id}) was merged into another`];
      });
    },
  },
];

export const totalStates: StateRule[] = [
  {
    sentence: "Each account is in one household, and each household has one owner.",
    // Seen to catch: `swapRoles` that leaves the one before an owner.
    check: ({ household_members: members }) => {
      const accounts = Map.groupBy(members, ({ user_id }) => user_id);
      const households = Map.groupBy(members, ({ household_id }) => household_id);
      return [
        ...[...accounts].flatMap(([id, rows]) =>
          rows.length === 1 ? [] : [`${id} is in ${rows.length}`],
        ),
        ...[...households].flatMap(([id, rows]) =>
          rows.filter(({ role }) => role === "owner").length === 1
            ? []
            : [`${id} has no one owner`],
        ),
      ];
    },
  },
  {
    sentence: "Each account is one person of its household.",
    // Seen to catch: `mergePeople` that drops the account.
    check: ({ household_members: members, people }) =>
      members.flatMap(({ user_id, household_id }) => {
        const own = people.filter((person) => person.user_id === user_id);
        const isOne = own.length === 1 && own[0]!.household_id === household_id && !own[0]!.left_at;
        return isOne
          ? []
          : [`${user_id} is ${own.length} people: ${own.map(({ name }) => name).join()}`];
      }),
  },
];
