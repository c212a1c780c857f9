import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { addBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import {
  completeTask,
  deleteTask,
  editTask,
  reopenTask,
} from "#app/domain/tasks/changing/task.server.ts";
import {
  answerAs,
  type AskingFamily,
  newAskingFamily,
  newTask,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newBob } from "../../support/people/leaving-member.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newSeries } from "../../support/records/series.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila("connected");
});

afterAll(() => mila[Symbol.asyncDispose]());

const pathOf = (id: string, purpose: Parameters<typeof linkToken>[1] = "delegation", version = 1) =>
  `/delegations/${linkToken(readSecrets(mila.dataFolder).link, purpose, id, version)}`;

/** The page's text, opened by Mila's own link or by one that the asker copied. */
async function pageOf(id: string, purpose?: "delegation-copy", version?: number) {
  const { text } = await rawRequest(mila.url, pathOf(id, purpose, version));
  const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  return main
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

/** Bob, a member of Nora's household, asked Sam by a link that he copied. */
async function scene(asker: "nora" | "bob" = "bob") {
  const nora = await newAskingFamily(mila.db);
  const bob = await newBob(mila.db, nora);
  const by = asker === "bob" ? bob : nora;
  const taskId = await newTask(mila.db, by);
  const id = await sendRequest(mila.db, by, taskId, nora.sam, "link");
  return { nora, bob, by, taskId, id };
}

type Scene = Awaited<ReturnType<typeof scene>>;

async function edit(
  nora: AskingFamily,
  taskId: string,
  changes: { dueDate?: string | undefined; assignee?: string },
) {
  const task = mila.db.selectFrom("tasks").select("version").where("id", "=", taskId);
  const { version } = await task.executeTakeFirstOrThrow();
  const draft = {
    title: "Pick up Emma",
    category: "Kids",
    assignee: "Sam",
    dueDate: "2101-06-10T15:00",
  } as const;
  const edited = await editTask(
    mila.db,
    nora,
    taskId,
    { ...draft, ...changes, version, scope: "one" },
    nora.timeZone,
  );
  expect(edited).toBe("saved");
}

const accepted: [string, (scene: Scene) => Promise<unknown>, string[], string[]][] = [
  [
    "moved to another day",
    ({ nora, taskId }) => edit(nora, taskId, { dueDate: "2101-06-11T16:30" }),
    [
      "The time has changed since you said yes: it was Fri, Jun 10, 2101 at 3:00 PM. Still fine?",
      "Sat, Jun 11, 2101 at 4:30 PM",
      "Sorry, I can't any more",
    ],
    ["knows you're on it"],
  ],
  [
    "without a date any more",
    ({ nora, taskId }) => edit(nora, taskId, { dueDate: undefined }),
    ["It has no date any more. Still fine?", "Yes, still fine", "Sorry, I can't any more"],
    ["knows you're on it"],
  ],
  [
    "given to another",
    ({ nora, taskId }) => edit(nora, taskId, { assignee: "Emma" }),
    ["Emma has it now, thank you", "Nothing for you to do."],
    ["knows you're on it", "Sorry, I can't any more"],
  ],
  [
    "done by another",
    ({ nora, taskId }) => completeTask(mila.db, nora, taskId),
    ["This is already done"],
    ["Pick up"],
  ],
  [
    "deleted by another",
    ({ nora, taskId }) => deleteTask(mila.db, nora, taskId),
    ["No longer needed", "It was deleted."],
    ["Pick up", "person who asked"],
  ],
  [
    "withdrawn by another",
    ({ nora, taskId }) => withdrawRequest(mila.db, nora, taskId),
    ["This request was cancelled"],
    ["Pick up", "person who asked"],
  ],
  [
    "withdrawn by the asker",
    ({ bob, taskId }) => withdrawRequest(mila.db, bob, taskId),
    ["The person who asked cancelled this request"],
    ["Pick up"],
  ],
  [
    "over for Sam, who left the family",
    ({ nora }) => removeFamilyMember(mila.db, nora, nora.sam),
    ["This request has ended", "You are not in this family's list any more."],
    ["cancelled", "Pick up"],
  ],
  [
    "the owner's since the asker left",
    ({ bob }) => leaveHousehold(mila.db, bob, bob.membershipId),
    [
      "The person who asked you has left, so Nora counts on you now.",
      "Pick up Emma",
      "Sorry, I can't any more",
    ],
    ["Bob"],
  ],
];

test.for(accepted)(
  "the page of a yes to a task that is %s says so",
  async ([, change, words, untrue]) => {
    const request = await scene();
    await answerAs(mila.db, request.id, "accept");
    await change(request);
    const page = await pageOf(request.id);
    for (const word of words) expect(page).toContain(word);
    for (const word of untrue) expect(page).not.toContain(word);
  },
);

test("the page of a yes to one that falls into a break or is skipped says so", async () => {
  const { db } = mila;
  const nora = await newAskingFamily(db);
  const [kept, skipped] = [await newSeries(db, nora, daily), await newSeries(db, nora, daily)];
  const requests = [];
  for (const id of [kept, skipped])
    requests.push(await sendRequest(db, nora, id, nora.sam, "link"));
  for (const id of requests) await answerAs(db, id, "accept");
  await skipOccurrence(db, nora, skipped);
  expect(await pageOf(requests[1]!)).toContain("No longer needed this time It was skipped.");
  await db.updateTable("series").set({ skipped_breaks: '["Holidays"]' }).execute();
  await addBreak(db, nora, { name: "Holidays", startsOn: "2101-06-10", endsOn: "2101-06-12" });
  const page = await pageOf(requests[0]!);
  expect(page).toContain("it was Fri, Jun 10, 2101 at 3:00 PM. Still fine?");
  expect(page).toContain("Mon, Jun 13, 2101 at 3:00 PM");
});

const daily = { rule: "FREQ=DAILY", due: "2101-06-10T15:00", now: nowIso() };

test("the page of a request that was replaced says by what", async () => {
  const { db } = mila;
  const { by, nora, taskId, id } = await scene();
  const again = await sendRequest(db, by, taskId, nora.sam, "email");
  expect(await pageOf(id)).toContain(
    "You were asked again Please answer in the newest message or link.",
  );
  await answerAs(db, again, "decline");
  const alexs = await sendRequest(db, by, taskId, nora.alex, "link");
  await answerAs(db, again, "accept");
  const page = await pageOf(alexs);
  expect(page).toContain("Someone else has it now");
  expect(page).not.toContain("Sam");
});

test("the page of an unanswered request to a task that was done and opened again asks again, unless the asker has left", async () => {
  const { nora, bob, taskId, id } = await scene();
  await completeTask(mila.db, nora, taskId);
  expect(await pageOf(id)).toContain("This is already done");
  await reopenTask(mila.db, nora, taskId);
  expect(await pageOf(id)).toContain("Yes, I'll do it");
  await completeTask(mila.db, nora, taskId);
  await leaveHousehold(mila.db, bob, bob.membershipId);
  await reopenTask(mila.db, nora, taskId);
  expect(await pageOf(id)).toContain("This request has ended It was done meanwhile.");
});

test("a copied link that ends says why, and where a new one comes from", async () => {
  const [left, other] = [await scene(), await scene("nora")];
  for (const { bob, id } of [left, other]) {
    await answerAs(mila.db, id, "accept");
    await leaveHousehold(mila.db, bob, bob.membershipId);
  }
  const ended = await pageOf(left.id, "delegation-copy");
  expect(ended).toContain(
    "This link has ended The person who asked you has left the household. Someone there can",
  );
  for (const name of ["Bob", "Nora", "Emma"]) expect(ended).not.toContain(name);
  expect(await pageOf(other.id, "delegation-copy")).toContain(
    "Links end when someone leaves the household",
  );
  const no = await scene();
  await answerAs(mila.db, no.id, "decline");
  await leaveHousehold(mila.db, no.bob, no.bob.membershipId);
  expect(await pageOf(no.id)).toContain("You said no That's all right. The household knows.");
  const renewed = await pageOf(left.id, "delegation-copy", 2);
  expect(renewed).toContain("The person who asked you has left, so Nora counts on you now.");
  await rawPost(mila.url, pathOf(left.id, "delegation-copy", 2), { answer: "done" });
  expect((await readDelegation(mila.db, left.taskId)).task.is_completed).toBe(1);
});

test("who has it now is named to whoever said no, on a current link, while the task is open", async () => {
  const { db } = mila;
  const { by, nora, taskId, id } = await scene();
  await answerAs(db, id, "decline");
  expect(await pageOf(id)).toContain("I can do it after all");
  await answerAs(db, await sendRequest(db, by, taskId, nora.alex, "link"), "accept");
  for (const purpose of [undefined, "delegation-copy"] as const) {
    const page = await pageOf(id, purpose);
    expect(page).toContain("Alex has it now, thank you");
    for (const word of ["Emma", "Bob", "Nora", "I can do it after all"])
      expect(page).not.toContain(word);
  }
  const late = await rawPost(mila.url, pathOf(id), { answer: "accept" });
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining("Alex has it now, thank you"),
  ]);
  await db.updateTable("delegations").set({ copy_version: 2 }).where("id", "=", id).execute();
  const { text: old } = await rawRequest(mila.url, `${pathOf(id, "delegation-copy")}.data`);
  await completeTask(db, nora, taskId);
  const { text: over } = await rawRequest(mila.url, `${pathOf(id)}.data`);
  for (const text of [old, over]) expect(text).not.toContain("Alex");
});
