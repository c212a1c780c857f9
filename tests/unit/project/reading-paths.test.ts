import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsAmong } from "./import-cycles.ts";

/** What a newcomer reads to follow something from its beginning to its end. */
const paths: { from: string; to: RegExp; files: string[] }[] = [
  {
    from: "an address, to the row of a new task",
    to: /\.insertInto\("tasks"\)/,
    files: ["app/routes.ts", "app/routes/dashboard/dashboard.tsx", "app/domain/tasks/adding/add-task.server.ts"],
  },
  {
    from: "a due reminder, to the request to a provider",
    to: /messagesApi\(send, account\)\.create\(/,
    files: [
      "jobs/worker.ts",
      "app/domain/reminders/tick-reminders.server.ts",
      "app/domain/outbox/sending/deliver.server.ts",
      "app/services/providers.server.ts",
      "app/services/twilio/texts.server.ts",
    ],
  },
  {
    from: 'a text "YES", to the task',
    to: /\.updateTable\("tasks"\)/,
    files: [
      "app/routes/webhooks/twilio-inbound.ts",
      "app/domain/outbox/reports/inbound.server.ts",
      "app/domain/delegation/by-text/answer-by-text.server.ts",
      "app/domain/delegation/answering/answer.server.ts",
      "app/domain/tasks/changing/delegation.server.ts",
    ],
  },
];

test.each(paths)("from $from, it takes five files at most, each named in one before it", ({ to, files }) => {
  expect(files.length).toBeLessThanOrEqual(5);
  const imports = importsAmong(files);
  for (const [index, file] of files.entries()) {
    const before = files.slice(0, index);
    const isNamed = before.some((other) => imports.get(other)?.includes(file) || isRouteIn(other, file));
    expect([file, index === 0 || isNamed]).toEqual([file, true]);
  }
  expect(readFileSync(files.at(-1)!, "utf8")).toMatch(to);
});

/** app/routes.ts names its files in quotes. */
function isRouteIn(list: string, file: string): boolean {
  return list === "app/routes.ts" && readFileSync(list, "utf8").includes(`"${file.replace(/^app\//, "")}"`);
}
