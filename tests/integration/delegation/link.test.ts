import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { chooseAbout } from "#app/domain/pages/who.server.ts";
import { answerRequest } from "#app/domain/delegation/answering/answer.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { completeTask, deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import {
  sendRequest,
  type AskingFamily,
  newAskingFamily,
  newTask,
  readDelegation,
} from "../../support/messages/delegation.ts";
import { runs } from "../../support/runner/depth.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { dump } from "../security/households/dump.ts";
import { signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  // Clients are identified by the proxy's header.
  mila = await sharedMila("connected");
});

afterAll(() => mila[Symbol.asyncDispose]());

const from = (address: string) => ({ "x-forwarded-for": address });
const pathOf = (id: string, version = 1, purpose: Parameters<typeof linkToken>[1] = "delegation") =>
  `/delegations/${linkToken(readSecrets(mila.dataFolder).link, purpose, id, version)}`;

async function newRequest() {
  const nora = await newAskingFamily(mila.db);
  const taskId = await newTask(mila.db, nora);
  const id = await sendRequest(mila.db, nora, taskId, nora.sam, "link");
  return { nora, taskId, id, path: pathOf(id) };
}

test("a link that is answered again and again uses up a few of the asker's messages, and says so", async () => {
  const { taskId, id, path } = await newRequest();
  const statuses = [];
  for (let time = 0; time < 14; time += 1) {
    const { status } = await rawPost(mila.url, path, { answer: time % 2 ? "decline" : "accept" });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429, 303, 429, 303]);
  const refused = await rawPost(mila.url, path, { answer: "accept" });
  expect([refused.status, refused.text]).toEqual([
    429,
    expect.stringContaining("many times today"),
  ]);
  expect((await readDelegation(mila.db, taskId)).task.delegation_status).toBe("declined");
  const messages = await mila.db
    .selectFrom("deliveries")
    .selectAll()
    .where("subject_id", "=", id)
    .execute();
  expect(new Set(messages.map(({ cause }) => cause)).size).toBe(10);
});

test("the link can be answered without an account, and opening it changes nothing", async () => {
  const { nora, taskId, path } = await newRequest();
  // The worker may still be busy with messages of other tests.
  const noras = async () => (await dump(mila.db)).filter((row) => row.includes(nora.userId));
  const before = await noras();
  const page = await rawRequest(mila.url, path);
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringContaining("Nora asks: can you do this?"),
  ]);
  expect(await noras()).toEqual(before);
  const answer = await rawPost(mila.url, path, { answer: "accept", line: "At 3" });
  expect([answer.status, answer.headers.location]).toEqual([303, path]);
  expect((await readDelegation(mila.db, taskId)).task.delegation_status).toBe("accepted");
});

test("the link's page says whom the task is about, until it ends", async () => {
  const { nora, taskId, path } = await newRequest();
  const child = { id: newId(), household_id: nora.householdId, name: "Jonas" };
  await mila.db
    .insertInto("people")
    .values({ ...child, relation: "child", created_at: nowIso() })
    .execute();
  await chooseAbout(mila.db, nora, { taskId, aboutId: child.id });
  expect((await rawRequest(mila.url, path)).text).toContain("for <bdi>Jonas</bdi>");
  await deleteTask(mila.db, nora, taskId);
  expect((await rawRequest(mila.url, path)).text).not.toContain("Jonas");
});

const changes: [
  string,
  (scene: { nora: AskingFamily; taskId: string; id: string }) => Promise<unknown>,
  string,
][] = [
  ["answered", ({ id }) => answerRequest(mila.db, id, { answer: "decline" }), "You said no"],
  [
    "taken back",
    ({ nora, taskId }) => withdrawRequest(mila.db, nora, taskId),
    "The person who asked cancelled this request",
  ],
  [
    "asked of another",
    ({ nora, taskId }) => sendRequest(mila.db, nora, taskId, nora.alex, "link"),
    "Someone else was asked",
  ],
  ["done", ({ nora, taskId }) => completeTask(mila.db, nora, taskId), "This is already done"],
  ["deleted", ({ nora, taskId }) => deleteTask(mila.db, nora, taskId), "No longer needed"],
];

const ended = changes.filter(([how]) => how !== "answered");

test.for(ended)(
  "a request that was %s meanwhile says so and accepts no yes",
  async ([, change, heading]) => {
    const request = await newRequest();
    await change(request);
    const before = await readDelegation(mila.db, request.taskId);
    expect((await rawRequest(mila.url, request.path)).text).toContain(heading);
    const late = await rawPost(mila.url, request.path, { answer: "accept" });
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining("Things changed before you answered"),
    ]);
    expect(await readDelegation(mila.db, request.taskId)).toEqual(before);
  },
);

const did = async ({ id }: { id: string }) => {
  await answerRequest(mila.db, id, { answer: "accept" });
  await answerRequest(mila.db, id, { answer: "done" });
};

test.for([...changes, ["done by themselves", did, "Thank you"] as const])(
  "the page of a request that was %s holds no name, note or word of the task, by whichever link",
  async ([, change, heading]) => {
    const request = await newRequest();
    const line = "I can be there at three";
    await mila.db.updateTable("delegations").set({ line }).where("id", "=", request.id).execute();
    await change(request);
    const task = {
      title: "Lawyer on Tuesday",
      description: "Beech Road 7",
      due_date: "2102-03-04T10:00:00.000Z",
    };
    await mila.db.updateTable("tasks").set(task).where("id", "=", request.taskId).execute();
    const links = [
      request.path,
      pathOf(request.id, 1, "delegation-copy"),
      pathOf(request.id, 1, "delegation-message"),
    ];
    // A new password ended this copy before.
    await mila.db
      .updateTable("delegations")
      .set({ copy_version: 2 })
      .where("id", "=", request.id)
      .execute();
    for (const path of links.flatMap((link) => [link, `${link}.data`])) {
      const { status, text } = await rawRequest(mila.url, path);
      expect(status).toBe(200);
      const words = [
        "Nora",
        "Sam",
        line,
        "Pick up Emma",
        "Lawyer",
        "Beech Road",
        "2102",
        "21020304",
      ];
      for (const word of words) expect(text).not.toContain(word);
    }
    expect((await rawRequest(mila.url, request.path)).text).toContain(heading);
  },
);

test("a link to a purged task says it is no longer needed and is not a guess", async () => {
  const { id, taskId, path } = await newRequest();
  await mila.db.deleteFrom("tasks").where("id", "=", taskId).execute();
  expect(
    await mila.db.selectFrom("delegations").select("id").where("id", "=", id).execute(),
  ).toEqual([]);
  const address = from("203.0.113.9");
  for (let count = 0; count < 40; count += 1) {
    const page = await rawRequest(mila.url, path, { headers: address });
    expect([count, page.status]).toEqual([count, 200]);
    expect(page.text).toContain("No longer needed");
    for (const word of ["Nora", "Sam", "Emma"]) expect(page.text).not.toContain(word);
  }
  expect((await rawPost(mila.url, path, { answer: "accept" }, address)).status).toBe(409);
  expect((await rawRequest(mila.url, `${path}/calendar.ics`, { headers: address })).status).toBe(
    404,
  );
  expect((await rawRequest(mila.url, path, { headers: address })).status).toBe(200);
});

test("a signed-in user finds the way back to their tasks, even after a late answer", async () => {
  const { nora, taskId, path } = await newRequest();
  const { cookie } = await signedInFamily(mila.db);
  const dashboardLink = 'href="/dashboard"';
  expect((await rawRequest(mila.url, path, { headers: { cookie } })).text).toContain(dashboardLink);
  expect((await rawRequest(mila.url, path)).text).not.toContain(dashboardLink);
  await withdrawRequest(mila.db, nora, taskId);
  const late = await rawPost(
    mila.url,
    path,
    { answer: "accept", redirectTo: "/dashboard" },
    { cookie },
  );
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(dashboardLink)]);
});

test("someone who accepted can still read the task", async () => {
  const { id, taskId, path } = await newRequest();
  await answerRequest(mila.db, id, { answer: "accept" });
  await mila.db
    .updateTable("tasks")
    .set({ description: "Beech Road 7" })
    .where("id", "=", taskId)
    .execute();
  const { text } = await rawRequest(mila.url, path);
  expect([text, text]).toEqual([
    expect.stringContaining("Pick up Emma"),
    expect.stringContaining("Beech Road 7"),
  ]);
});

test("an unknown link matches no row, and repeated guesses are refused but lock nobody out", async () => {
  const { id, path } = await newRequest();
  const address = from("203.0.113.7");
  const wrong = [
    `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`,
    pathOf(id, 2),
    pathOf(id, 1, "invitation"),
  ];
  for (const guess of [...wrong, "/delegations/x", `/delegations/${id}`]) {
    expect([guess, (await rawRequest(mila.url, guess, { headers: address })).status]).toEqual([
      guess,
      404,
    ]);
    expect((await rawPost(mila.url, guess, { answer: "accept" }, address)).status).toBe(404);
  }
  const statuses = [];
  for (let count = 0; count < runs({ full: 1_000, part: 100 }); count += 1) {
    statuses.push(
      (await rawRequest(mila.url, `/delegations/guess-${count}`, { headers: address })).status,
    );
  }
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((status) => status === 404).length).toBeLessThan(30);
  expect((await rawRequest(mila.url, path, { headers: address })).status).toBe(200);
  expect((await rawPost(mila.url, path, { answer: "accept" }, address)).status).toBe(303);
});

test("the link is in no log, and no linked page receives it", async () => {
  const { path } = await newRequest();
  const page = await rawRequest(mila.url, path);
  expect(page.headers["referrer-policy"]).toBe("strict-origin");
  await rawPost(mila.url, path, { answer: "accept" });
  await rawRequest(mila.url, `${path}.data`);
  await expect
    .poll(mila.log)
    .toMatch(
      /"method":"GET","route":"\/delegations\/:token".*\n.*"method":"POST","route":"\/delegations\/:token"/,
    );
  expect(await mila.log()).not.toContain(path.split("/")[2]);
});
