import { expect, onTestFinished, test, vi } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { undoAtOnce } from "#app/domain/pages/change-at-once.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
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

const ways: [string, (home: Home) => Promise<unknown>, (home: Home) => Promise<unknown>][] = [
  [
    "on the page",
    ({ moveTo }) => moveTo("2041-06-18T09:00"),
    ({ db, nora }) =>
      undoAtOnce(db, nora, { from: "2041-06-10T11:59:00.000Z", until: "2041-06-10T11:59:59.999Z" }),
  ],
  ["by text", ({ db }) => talk(db, "Move call the vet to June 18"), ({ db }) => talk(db, "UNDO")],
];

test.for(ways)(
  "a reminder that fell due while its task was moved comes after Undo %s, once",
  async ([, move, undo]) => {
    await using home = await scene();
    expect(await home.at("11:59")).toEqual([]);
    await move(home);
    expect(await home.at("12:01")).toEqual([]);
    await undo(home);
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
