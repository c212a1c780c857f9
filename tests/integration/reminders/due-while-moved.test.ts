import { expect, onTestFinished, test, vi } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { undoAtOnce } from "#app/domain/pages/change-at-once.server.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { cancelReminder, snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { newTalkingFamily, noraNumber, talk } from "../../support/messages/talk.ts";
import { startTexting } from "../../support/messages/texting.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";

/** It is 7 AM in New York; the vet is tomorrow at 9, with a reminder 25 hours before. */
async function scene() {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2041-06-10T11:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  const texting = await startTexting(newDatabase());
  const { db } = texting;
  const nora = await newTalkingFamily(db);
  const { id } = await addTask(db, nora, { text: "Call the vet tomorrow at 9am" });
  expect(await addReminder(db, nora, id, { minutesBefore: 25 * 60 })).toBe("added");
  return {
    db,
    nora,
    id,
    moveTo: (local: string) => setDueDate(db, nora, id, local, nora.timeZone),
    async at(time: string) {
      vi.setSystemTime(`2041-06-10T${time}:00.000Z`);
      await tickReminders(db, nowIso());
      await texting.sendDue();
      return texting.textsTo(noraNumber).filter((text) => text.includes("vet"));
    },
    [Symbol.asyncDispose]: () => texting[Symbol.asyncDispose](),
  };
}

type Home = Awaited<ReturnType<typeof scene>>;

/** Each moves the task, and returns how to take that back. */
const ways: [string, (home: Home) => Promise<() => Promise<unknown>>][] = [
  [
    "on the page",
    async ({ db, nora, moveTo }) => {
      const from = nowIso();
      await moveTo("2041-06-18T09:00");
      return () => undoAtOnce(db, nora, { from, until: from });
    },
  ],
  [
    "by text",
    async ({ db }) => {
      await talk(db, "Move call the vet to June 18");
      return () => talk(db, "UNDO");
    },
  ],
];

test.for(ways)(
  "a reminder that fell due while its task was moved comes after Undo %s, once",
  async ([, move]) => {
    await using home = await scene();
    expect(await home.at("11:59")).toEqual([]);
    const undo = await move(home);
    expect(await home.at("12:01")).toEqual([]);
    await undo();
    expect(await home.at("12:02")).toEqual([expect.stringContaining("Call the vet")]);
    expect(await home.at("12:05")).toHaveLength(1);
  },
);

test("a reminder that came before the move does not come again after its Undo", async () => {
  await using home = await scene();
  expect(await home.at("12:00")).toHaveLength(1);
  vi.setSystemTime("2041-06-10T12:03:00.000Z");
  const from = nowIso();
  await home.moveTo("2041-06-18T09:00");
  await undoAtOnce(home.db, home.nora, { from, until: from });
  expect(await home.at("12:05")).toHaveLength(1);
});

test("a reminder of a task whose time has come meanwhile stays away", async () => {
  await using home = await scene();
  await home.moveTo("2041-06-10T08:10");
  expect(await addReminder(home.db, home.nora, home.id, { minutesBefore: 5 })).toBe("added");
  await home.at("12:04");
  const from = nowIso();
  await home.moveTo("2041-06-18T09:00");
  vi.setSystemTime("2041-06-10T12:11:00.000Z");
  await undoAtOnce(home.db, home.nora, { from, until: from });
  expect(await home.at("12:12")).toEqual([]);
});

const snoozes: [string, (home: Home) => Promise<unknown>][] = [
  [
    "by a button",
    async ({ db }) => {
      const sent = db.selectFrom("deliveries").select("id").where("kind", "=", "reminder");
      const { id: deliveryId } = await sent.executeTakeFirstOrThrow();
      const pressed = await actOnReminder(db, { type: "snooze", deliveryId });
      expect(pressed).toMatchObject({ outcome: "snoozed" });
    },
  ],
  [
    "by text",
    async ({ db }) => expect(await talk(db, "LATER")).toContain("remind you again in an hour"),
  ],
];

const snoozed = snoozes.flatMap(([how, snooze]) =>
  ways.map(([where, move]) => ({ how, where, snooze, move })),
);

test.for(snoozed)(
  "a snooze $how comes at its time after the move is taken back $where, once",
  async ({ snooze, move }) => {
    await using home = await scene();
    expect(await home.at("12:00")).toHaveLength(1);
    await snooze(home);
    await home.at("12:10");
    await (
      await move(home)
    )();
    expect(await home.at("12:59")).toHaveLength(1);
    expect(await home.at("13:00")).toHaveLength(2);

    await home.at("13:05");
    await (
      await move(home)
    )();
    expect(await home.at("13:10")).toHaveLength(2);
  },
);

test.for(snoozed)(
  "a snooze $how that ended while its task was moved comes after Undo $where, once",
  async ({ snooze, move }) => {
    await using home = await scene();
    await home.at("12:00");
    await snooze(home);
    await home.at("12:55");
    const undo = await move(home);
    expect(await home.at("13:01")).toHaveLength(1);
    await undo();
    expect(await home.at("13:02")).toHaveLength(2);
    expect(await home.at("13:05")).toHaveLength(2);
  },
);

test("a reminder that was snoozed, cancelled and added again comes at its time after Undo, once", async () => {
  await using home = await scene();
  const { db, nora, id: taskId } = home;
  expect(await home.at("11:30")).toEqual([]);
  const custom = db.selectFrom("reminders").select("id").where("origin", "=", "custom");
  const ids = { taskId, reminderId: (await custom.executeTakeFirstOrThrow()).id };
  expect(await snoozeReminder(db, nora, ids, 60)).toBe("snoozed");
  expect(await cancelReminder(db, nora, ids)).toBe(true);
  expect(await addReminder(db, nora, taskId, { minutesBefore: 25 * 60 })).toBe("added");
  await (
    await ways[0]![1](home)
  )();
  expect(await home.at("12:00")).toHaveLength(1);
  expect(await home.at("13:01")).toHaveLength(1);
});
