import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Columns in which no two rows of a subject are the same. */
const unique = ["id", "number", "position"];

/** The worker's queues: among rows of one instant, any may come first. */
const queues = [
  "compare_at",
  "follow_up_at",
  "missed_at",
  "next_at",
  "next_daily_summary_at",
  "not_before",
  "plans_at",
  "run_at",
];

/** In this column, no two rows found are the same, or nobody can tell such rows apart. */
const others = new Map([
  ["app/domain/accounts/export.server.ts", ["issuer"]],
  ["app/domain/accounts/sessions/kept-form.server.ts", ["path"]],
  ["app/domain/accounts/sessions/shared-network.server.ts", ["network"]],
  ["app/domain/caldav/export.server.ts", ["name"]],
  ["app/domain/children/export.server.ts", ["person_id"]],
  ["app/domain/lists/bought.server.ts", ["bought.name_key"]],
  ["app/domain/lists/export.server.ts", ["name_key"]],
  ["app/domain/mail/corrections/find-matches.server.ts", ["thing"]],
  ["app/domain/mail/senders.server.ts", ["sender_hash"]],
  ["app/domain/outbox/channels/opt-outs.server.ts", ["address"]],
  ["app/domain/outbox/channels/pauses/pause-list.server.ts", ["channel"]],
  ["app/domain/outbox/others/causes-to.server.ts", ["cause"]],
  // Also work of the worker.
  ["app/domain/outbox/recovery/sweep.server.ts", ["asked_at"]],
  ["app/domain/outbox/reports/poll-progress.server.ts", ["ended_at"]],
  ["app/domain/outbox/scheduling/enqueue-due.server.ts", ["due_at"]],
  ["app/domain/outbox/scheduling/merge-late.server.ts", ["due_at"]],
  ["app/domain/outbox/views/limited-users.server.ts", ["channel"]],
  ["app/domain/preferences/preferences.server.ts", ["user_id"]],
  // The code reads only their time, or whether there is any row.
  ["app/domain/reminders/lists/pending-reminders.server.ts", ["scheduled_at"]],
  ["app/domain/reminders/reminder.server.ts", ["scheduled_at"]],
  ["app/domain/reminders/tick-reminders.server.ts", ["scheduled_at"]],
  ["app/domain/series/export.server.ts", ["series_id"]],
  ["app/domain/tasks/export.server.ts", ["task_id"]],
  // More columns follow, behind a condition.
  ["app/domain/tasks/find-tasks.server.ts", ["an expression"]],
]);

/** Neighbouring calls, each with brackets in it. */
const chain = /(?:\s*\.orderBy\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))+/g;
const last = /\.orderBy\(\s*(?:"([\w.]+)"|asAdded\(|column,)(?:(?!\.orderBy)[^])*$/;

function endings(text: string): (string | undefined)[] {
  return [...text.matchAll(chain)].map(([calls]) => {
    const [found, column] = last.exec(calls) ?? [];
    return found === undefined ? "an expression" : column;
  });
}

const isUnique = (column: string) => unique.includes(column.split(".").at(-1) ?? "");

test("every sorted query also orders rows that are alike", () => {
  const open = globSync("{app,db}/**/*.server.ts").flatMap((file) =>
    endings(readFileSync(file, "utf8")).flatMap((column) =>
      column === undefined || isUnique(column) || queues.includes(column)
        ? []
        : [`${file.replaceAll("\\", "/")} ${column}`],
    ),
  );
  const known = [...others].flatMap(([file, columns]) =>
    columns.map((column) => `${file} ${column}`),
  );
  expect([...new Set(open)].toSorted()).toEqual(known.toSorted());
});
