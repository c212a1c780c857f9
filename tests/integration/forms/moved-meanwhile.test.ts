import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { addTask } from "../../support/records/add-task.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

const title = "Take out the trash";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** The wall clock in New York, where the family lives. */
const dayFromNow = (days: number, time = "08:10") =>
  `${wallClockAt(nowIso(), "America/New_York").toPlainDate().add({ days }).toString()}T${time}`;

async function newCouple(dueDate: string | undefined) {
  const { nora, family } = await newNora(mila);
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone: "America/New_York",
  });
  const sam = await newSam(mila, family);
  const id = await addTask(family, { title, ...(dueDate && { dueDate }) });
  const samMoves = (local: string) => {
    const [date = "", time = ""] = local.split("T");
    return sam.post(`/tasks/${id}/date`, { date, time });
  };
  const find = () =>
    mila.db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { nora, family, sam, id, samMoves, find };
}

type Couple = Awaited<ReturnType<typeof newCouple>>;

const doors: [
  name: string,
  dueDate: string | undefined,
  tick: (couple: Couple, move: () => Promise<unknown>) => Promise<unknown>,
][] = [
  ["the card", dayFromNow(1), tickOnCard],
  ["the card of a task without a date", undefined, tickOnCard],
  [
    "its page",
    dayFromNow(1),
    async ({ nora, id }, move) => {
      await nora.visit(`/tasks/${id}`);
      await move();
      await nora.press("Done");
    },
  ],
  [
    "the review of overdue tasks",
    dayFromNow(-1),
    async ({ nora }, move) => {
      await nora.visit("/overdue");
      await move();
      await nora.press("Mark as Done");
    },
  ],
  [
    "the alert of its reminder",
    dayFromNow(1),
    async ({ nora, id, find }, move) => {
      const { user_id } = await find();
      const at = earlierBy(nowIso(), { minutes: 1 });
      const reminder = {
        id: newId(),
        task_id: id,
        user_id,
        origin: "custom",
        minutes_before: 7,
        message: "",
      } as const;
      await mila.db
        .insertInto("reminders")
        .values({ ...reminder, planned_at: at, scheduled_at: at, status: "sent" })
        .execute();
      await nora.visit("/dashboard");
      await move();
      await nora.press("Done");
    },
  ],
];

async function tickOnCard({ nora }: Couple, move: () => Promise<unknown>) {
  await nora.visit("/dashboard");
  await move();
  await nora.card(title).press("Mark as complete");
}

test.for(doors)(
  "a tick by %s is for the date that it shows, not the one given meanwhile",
  async ([, dueDate, tick]) => {
    const couple = await newCouple(dueDate);
    await tick(couple, () => couple.samMoves(dayFromNow(1, "20:10")));
    expect(couple.nora.toast).toContain("Nothing changed");
    expect(couple.nora.toast).toContain("Sam moved this to tomorrow at 8:10 PM.");
    expect(couple.nora.toast).toContain(title);
    expect(await couple.find()).toMatchObject({ is_completed: 0, done_at: null });
    await couple.nora.visit("/dashboard");
    await couple.nora.card(title).press("Mark as complete");
    expect(await couple.find()).toMatchObject({ is_completed: 1 });
  },
);

test.for(["Skip", "Extend Due Date"])(
  "“%s” in the review of overdue tasks changes nothing of a task that was moved meanwhile",
  async (button) => {
    const { nora, samMoves, find } = await newCouple(dayFromNow(-1));
    await nora.visit("/overdue");
    await samMoves(dayFromNow(1, "20:10"));
    const moved = await find();
    await nora.press(button);
    expect(nora.url).toBe("/dashboard");
    expect(nora.toast).toContain("Sam moved this to tomorrow at 8:10 PM.");
    expect(await find()).toEqual(moved);
  },
);

test("a tick says so if somebody removed the date meanwhile, and one's own move is named as such", async () => {
  const { nora, family, sam, id, find } = await newCouple(dayFromNow(1));
  await nora.visit("/dashboard");
  const { version } = await find();
  const draft = {
    title,
    category: "Household",
    description: "",
    assignee: "",
    version: String(version),
  };
  await sam.post(`/tasks/${id}/edit`, { ...draft, dueDate: "" });
  await nora.card(title).press("Mark as complete");
  expect(nora.toast).toContain("Sam removed its date.");
  await nora.visit("/dashboard");
  await family.post(`/tasks/${id}/date`, { date: dayFromNow(1).slice(0, 10), time: "09:00" });
  await nora.card(title).press("Mark as complete");
  expect(nora.toast).toContain("You moved this to tomorrow at 9:00 AM.");
  expect(await find()).toMatchObject({ is_completed: 0 });
});

test("a change of anything else does not keep a tick from counting", async () => {
  const { nora, sam, id, find } = await newCouple(dayFromNow(1));
  await nora.visit("/dashboard");
  const { version, due_local } = await find();
  const draft = { title: "Trash and glass", category: "Household", description: "", assignee: "" };
  await sam.post(`/tasks/${id}/edit`, {
    ...draft,
    dueDate: due_local ?? "",
    version: String(version),
  });
  await nora.card(title).press("Mark as complete");
  expect(await find()).toMatchObject({ title: "Trash and glass", is_completed: 1 });
});

test("a tick made offline is refused with the same words, and a page from before the update is taken", async () => {
  const { family, samMoves, id, find } = await newCouple(dayFromNow(1));
  const { user_id: userId, due_local } = await find();
  const send = async (changeId: string, seen: object) => {
    const change = { type: "complete", taskId: id, ...seen };
    const answer = await fetch(`${mila.url}/api/save-change`, {
      method: "POST",
      headers: { "Content-Type": "application/json", cookie: family.cookies(), Origin: mila.url },
      body: JSON.stringify({ changeId, userId, madeAt: nowIso(), change }),
    });
    return answer.json();
  };
  await samMoves(dayFromNow(1, "20:10"));
  const refused = { status: "refused", reason: "Sam moved this to tomorrow at 8:10 PM" };
  expect(await send("tick-one-1", { seenDue: due_local })).toEqual({
    changeId: "tick-one-1",
    ...refused,
  });
  expect(await send("tick-one-1", { seenDue: due_local })).toEqual({
    changeId: "tick-one-1",
    ...refused,
  });
  expect(await find()).toMatchObject({ is_completed: 0 });
  expect(await send("tick-two-2", {})).toEqual({ changeId: "tick-two-2", status: "done" });
  expect(await find()).toMatchObject({ is_completed: 1 });
});

test("what was moved and ticked offline arrives as both", async () => {
  const { family, id, find } = await newCouple(dayFromNow(1));
  const { user_id: userId } = await find();
  const send = async (changeId: string, change: object) => {
    const answer = await fetch(`${mila.url}/api/save-change`, {
      method: "POST",
      headers: { "Content-Type": "application/json", cookie: family.cookies(), Origin: mila.url },
      body: JSON.stringify({
        changeId,
        userId,
        madeAt: nowIso(),
        change: { taskId: id, ...change },
      }),
    });
    return ((await answer.json()) as { status: string }).status;
  };
  const [date, time] = [dayFromNow(2).slice(0, 10), "12:00"];
  expect(await send("move-one-1", { type: "move", date, time })).toBe("done");
  expect(await send("tick-one-1", { type: "complete", seenDue: `${date}T${time}` })).toBe("done");
});

test("a yes and “It's done” on a request's page are for the date that it shows", async () => {
  const { family } = await newNora(mila);
  const { taskId, path } = await askSam(family, { title, dueDate: "2031-06-10T15:00" });
  const find = () =>
    mila.db.selectFrom("tasks").selectAll().where("id", "=", taskId).executeTakeFirstOrThrow();
  const move = (time: string) => family.post(`/tasks/${taskId}/date`, { date: "2031-06-10", time });
  const sam = new FormBrowser(mila.url);
  await sam.visit(path);
  sam.fill("Add a note (optional)", "With pleasure");
  await move("16:00");
  await sam.press("Yes, I'll do it", { status: 409 });
  expect(sam.text).toContain("Things changed before you answered.");
  expect(sam.text).toContain("Jun 10, 2031 at 4:00 PM");
  expect(sam.field("Add a note (optional)").value).toBe("With pleasure");
  expect(await find()).toMatchObject({ delegation_status: "pending" });
  await sam.press("Yes, I'll do it");
  expect(await find()).toMatchObject({ delegation_status: "accepted" });
  await move("17:00");
  await sam.press("It's done", { status: 409 });
  expect(sam.text).toContain("Jun 10, 2031 at 5:00 PM");
  expect(await find()).toMatchObject({ is_completed: 0 });
  await sam.press("It's done");
  expect(await find()).toMatchObject({ is_completed: 1 });
});
