import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { editTask } from "#app/domain/tasks/changing/task.server.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { giveAccount } from "../../support/records/people.ts";
import { newSeries } from "../../support/records/series.ts";
import { answerAs, phones, readDelegation } from "../../support/messages/delegation.ts";
import { type SaidYes, samSaidYes, textsToSam } from "../../support/messages/said-yes.ts";

type Sam = Awaited<ReturnType<typeof samsAccount>>;

/** Sam has an account in Nora's household by now. */
async function samsAccount({ db, nora }: SaidYes) {
  const sam = await newBob(db, nora);
  await giveAccount(db, nora.sam, sam.userId);
  return sam;
}

async function give({ db, taskId }: SaidYes, by: Sam, assignee?: string) {
  const { title, category, version, due_local } = (await findTasks(db, [taskId])).get(taskId)!;
  const draft = { title, category, version, dueDate: due_local!, scope: "one" } as const;
  const edited = { ...draft, ...(assignee && { assignee }) };
  expect(await editTask(db, by, taskId, edited, by.timeZone)).toBe("saved");
}

const ways: [string, (scene: SaidYes, sam: Sam) => Promise<unknown>][] = [
  ["gives the task to Nora", (scene, sam) => give(scene, sam, "Nora")],
  ["takes themselves off it", (scene, sam) => give(scene, sam)],
  ["cancels the request", ({ db, taskId }, sam) => withdrawRequest(db, sam, taskId)],
  [
    "asks Alex instead",
    ({ db, nora, taskId }, sam) =>
      ask(db, sam, { taskId, familyMemberId: nora.alex, method: "link" }),
  ],
];

test.for(ways)("the asker hears of it when who said yes %s", async ([, end]) => {
  await using scene = await samSaidYes();
  const sam = await samsAccount(scene);
  const textsToNora = () => scene.twilio.messages().filter(({ to }) => to === phones.nora);
  await scene.sendAll();
  const before = textsToNora().length;
  await end(scene, sam);
  await scene.sendAll();
  expect(textsToNora().slice(before)).toEqual([
    expect.objectContaining({
      body: expect.stringContaining("Mila: Sam can't any more: Pick up Emma."),
    }),
  ]);
  expect(textsToSam(scene)).toEqual([]);
});

test("whoever takes back what they gave away has said yes again, and the asker hears it", async () => {
  await using scene = await samSaidYes();
  const sam = await samsAccount(scene);
  for (const name of ["Nora", "Sam"]) {
    await give(scene, sam, name);
    await scene.sendAll();
  }
  const [before, after] = scene.textsTo(phones.nora).slice(-2);
  expect(before).toContain("Sam can't any more: Pick up Emma.");
  expect(after).toContain("Sam says yes: Pick up Emma.");
  expect((await readDelegation(scene.db, scene.taskId)).task.delegation_status).toBe("accepted");
});

test("a yes goes on untold when its task is given away and back within a minute", async () => {
  await using scene = await samSaidYes();
  const { db, nora, taskId } = scene;
  await give(scene, { ...nora, membershipId: "" }, "Alex");
  await scene.sendDue();
  await give(scene, { ...nora, membershipId: "" }, "Sam");
  await scene.sendAll();
  expect(textsToSam(scene)).toEqual([]);
  expect((await readDelegation(db, taskId)).task).toMatchObject({
    assignee: "Sam",
    delegation_status: "accepted",
  });
});

test("nobody else is told that they can't when the asker does the same", async () => {
  await using scene = await samSaidYes();
  await samsAccount(scene);
  await withdrawRequest(scene.db, scene.nora, scene.taskId);
  const told = scene.db
    .selectFrom("deliveries")
    .select("payload")
    .where("kind", "=", "delegation_answer")
    .where("payload", "like", "%gave_up%");
  expect(await told.execute()).toEqual([]);
});

test("one of a yes to all that its person gives away is for this time", async () => {
  await using scene = await samSaidYes();
  const { db, nora } = scene;
  const sam = await samsAccount(scene);
  const taskId = await newSeries(db, nora, {
    title: "Trash",
    rule: "FREQ=WEEKLY",
    due: "2101-06-10T19:00",
    now: nowIso(),
  });
  const question = { familyMemberId: nora.sam, method: "link", scope: "all" } as const;
  const asked = await ask(db, nora, { taskId, ...question });
  await answerAs(db, asked.status === "asked" ? asked.id : "", "accept");
  await give({ ...scene, taskId }, sam, "Nora");
  const told = await db
    .selectFrom("deliveries")
    .select("payload")
    .where("kind", "=", "delegation_answer")
    .orderBy("id")
    .execute();
  expect(told.at(-1)).toEqual({ payload: JSON.stringify({ answer: "gave_up_once" }) });
});
