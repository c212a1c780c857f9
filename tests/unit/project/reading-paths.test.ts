import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsAmong } from "./import-cycles.ts";

/** Each step is a function and its file, in the order in which a newcomer reads them. */
const paths: { from: string; start: string; steps: [name: string, file: string][]; to: RegExp }[] =
  [
    {
      from: "an address, to the row of a new task",
      start: "app/routes.ts",
      steps: [
        ["action", "app/routes/dashboard/dashboard.tsx"],
        ["addTasks", "app/domain/tasks/adding/add-task.server.ts"],
        ["savePlan", "app/domain/tasks/adding/save-plan.server.ts"],
        ["saveTasks", "app/domain/tasks/adding/save-tasks.server.ts"],
      ],
      to: /\.insertInto\("tasks"\)/,
    },
    {
      from: "a due reminder, to the request to a provider",
      start: "jobs/worker.ts",
      steps: [
        ["tickReminders", "app/domain/reminders/tick-reminders.server.ts"],
        ["createDeliver", "app/domain/outbox/sending/deliver.server.ts"],
        ["providers", "app/services/providers.server.ts"],
        ["sendText", "app/services/twilio/texts.server.ts"],
      ],
      to: /messagesApi\(send, account\)\.create\(/,
    },
    {
      from: 'a text "YES", to the task',
      start: "app/routes/webhooks/twilio-inbound.ts",
      steps: [
        ["receiveMessage", "app/domain/inbox/receive-message.server.ts"],
        ["answerRequest", "app/domain/delegation/by-text/answer-request.server.ts"],
        ["recordAnswer", "app/domain/delegation/answering/answer.server.ts"],
        ["recordDelegationAnswer", "app/domain/tasks/changing/delegation.server.ts"],
      ],
      to: /\.updateTable\("tasks"\)/,
    },
  ];

test.each(paths)(
  "from $from, it takes five files at most, each used in one before it",
  ({ start, steps, to }) => {
    const files = [start, ...steps.map(([, file]) => file)];
    expect(files.length).toBeLessThanOrEqual(5);
    const imports = importsAmong(files);
    for (const [index, [name, file]] of steps.entries()) {
      const before = files.slice(0, index + 1);
      const isUsed = before.some(
        (other) =>
          isRouteIn(other, file) || (imports.get(other)!.includes(file) && uses(other, name)),
      );
      expect([name, isUsed, readExport(file, name)]).toEqual([name, true, expect.any(String)]);
    }
    const [name, file] = steps.at(-1)!;
    expect(readExport(file, name)).toMatch(to);
  },
);

/** app/routes.ts names its files in quotes. */
function isRouteIn(list: string, file: string): boolean {
  return (
    list === "app/routes.ts" &&
    readFileSync(list, "utf8").includes(`"${file.replace(/^app\//, "")}"`)
  );
}

function uses(file: string, name: string): boolean {
  const code = readFileSync(file, "utf8").replaceAll(/^import [^;]*;$/gm, "");
  return new RegExp(`\\b${name}\\b`).test(code);
}

/** Undefined if the file exports nothing of this name. */
function readExport(file: string, name: string): string | undefined {
  const declaration = new RegExp(
    `^export (async )?function ${name}\\b.*?^}$|^export const ${name}\\b.*?;$`,
    "ms",
  );
  return declaration.exec(readFileSync(file, "utf8"))?.[0];
}
