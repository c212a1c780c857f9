import { afterAll, beforeAll, expect, test } from "vitest";
import { changeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { deleteTask, editTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { type Bearer, dataOf, newBearer, newSecret } from "../../support/api/bearer.ts";
import { apiClient } from "../../support/api/client.ts";
import {
  answerAs,
  newAskingFamily,
  newTask,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newPartner } from "../../support/records/family.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const params = (id: string) => ({ params: { path: { id } } });
const list = async ({ api }: Pick<Bearer, "api">) => dataOf(await api.GET("/tasks")).tasks;

async function add({ api }: Bearer, text: string) {
  return dataOf(await api.POST("/tasks", { body: { text } })).tasks[0]!;
}

interface Home extends Bearer {
  task: Awaited<ReturnType<typeof add>>;
}

const viewer = ({ userId, householdId }: Home) => ({ userId, householdId });

/** Some are made in another process than the one that answers. */
const changes: [string, (home: Home) => Promise<unknown>][] = [
  ["a program completes it", ({ api, task }) => api.POST("/tasks/{id}/complete", params(task.id))],
  ["a program deletes it", ({ api, task }) => api.DELETE("/tasks/{id}", params(task.id))],
  ["another one is added", (home) => add(home, "water the plants")],
  [
    "its title is changed elsewhere",
    async (home) => {
      const { version } = (await findTaskOrDeleted(mila.db, home, home.task.id))!;
      const draft = { title: "Call the dentist", category: "Kids", version, scope: "one" } as const;
      expect(await editTask(mila.db, viewer(home), home.task.id, draft, "UTC")).toBe("saved");
    },
  ],
  ["it is deleted elsewhere", (home) => deleteTask(mila.db, viewer(home), home.task.id)],
  [
    "the person who does it is renamed",
    async (home) => {
      const facts = { name: "Samuel", relation: "spouse", email: null, phone: null } as const;
      const sam = home.task.assignee_id!;
      expect(await changeFamilyMember(mila.db, viewer(home), sam, facts)).toBe("saved");
    },
  ],
];

test.for(changes)("a list that was read before is up to date once %s", async ([, change]) => {
  const nora = await newBearer(mila, { Sam: "spouse" });
  const { people } = dataOf(await nora.api.GET("/people"));
  const assignee_id = people.find(({ name }) => name === "Sam")!.id;
  const body = { title: "Call the vet", due_date: "2031-01-05", assignee_id };
  const { tasks } = dataOf(await nora.api.POST("/tasks", { body }));
  const home: Home = { ...nora, task: tasks[0]! };
  const before = await list(home);
  expect(before).toMatchObject([{ title: "Call the vet", assignee: "Sam" }]);
  expect(await list(home)).toEqual(before);
  await change(home);
  const after = await list(home);
  expect(after).not.toEqual(before);
  for (const task of after)
    expect(dataOf(await home.api.GET("/tasks/{id}", params(task.id)))).toEqual(task);
});

test("a list that was read before shows an answer by somebody without an account", async () => {
  const nora = await newAskingFamily(mila.db);
  const api = apiClient(mila.url, await newSecret(mila.db, nora));
  const taskId = await newTask(mila.db, nora);
  const request = await sendRequest(mila.db, nora, taskId);
  expect(await list({ api })).toMatchObject([{ delegation_status: "pending" }]);
  await answerAs(mila.db, request, "accept");
  expect(await list({ api })).toMatchObject([{ delegation_status: "accepted" }]);
});

test("each sees their household's list, by their own days, while their token lasts", async () => {
  const [nora, zoe] = [await newBearer(mila), await newBearer(mila)];
  await add(nora, "call the vet on January 5 2031 at 11 pm");
  expect(await list(nora)).toHaveLength(1);
  expect(await list(zoe)).toEqual([]);
  const partner = await newPartner(mila.db, nora);
  await mila.db
    .updateTable("profiles")
    .set({ time_zone: "Europe/Berlin" })
    .where("id", "=", partner.userId)
    .execute();
  const api = apiClient(mila.url, await newSecret(mila.db, partner));
  const untilSixth = { params: { query: { due_before: "2031-01-06" } } };
  expect(dataOf(await nora.api.GET("/tasks", untilSixth)).tasks).toHaveLength(1);
  // It is the sixth already there.
  expect(dataOf(await api.GET("/tasks", untilSixth)).tasks).toEqual([]);
  await mila.db.deleteFrom("access_tokens").where("user_id", "=", partner.userId).execute();
  expect((await api.GET("/tasks", untilSixth)).response.status).toBe(401);
});
