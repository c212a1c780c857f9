import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { addTask } from "../../support/records/add-task.ts";
import { newSam } from "../../support/people/second-parent.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { browserOf, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const newsFor = async (visitor: Visitor, ids: string[]) => {
  const answer = await visitor.get(`/tasks/news?ids=${ids.join()}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { news: string[] }).news.toSorted();
};

test("a page hears what others have just done to its tasks, once, and nothing of its own", async () => {
  const { family: nora } = await newNora(mila);
  const sam = await newSam(mila, nora);
  const [vet, milk, bins] = [
    await addTask(nora, { title: "Call the vet" }),
    await addTask(nora, { title: "Buy milk" }),
    await addTask(sam, { title: "Take out the bins" }),
  ];
  await sam.post(`/tasks/${vet}/complete`);
  await sam.post(`/tasks/${milk}/delete`);
  const ids = [vet, milk, bins];
  expect(await newsFor(nora, ids)).toEqual([
    "Sam added Take out the bins",
    "Sam completed Call the vet",
    "Sam deleted Buy milk",
  ]);
  expect(await newsFor(sam, ids)).toEqual([]);
  await nora.post(`/tasks/${vet}/reopen`);
  expect(await newsFor(sam, ids)).toEqual(["Someone reopened Call the vet"]);
  const { family: stranger } = await newNora(mila);
  expect(await newsFor(stranger, ids)).toEqual([]);

  const earlier = earlierBy(nowIso(), { minutes: 3 });
  await mila.db.updateTable("tasks").set({ created_at: earlier }).where("id", "in", ids).execute();
  await mila.db
    .updateTable("task_events")
    .set({ acted_at: earlier })
    .where("task_id", "in", ids)
    .execute();
  expect(await newsFor(nora, ids)).toEqual([]);
});

test("a page hears of a move and of a new title, and not of the mark before", async () => {
  const { family: nora } = await newNora(mila);
  const sam = await newSam(mila, nora);
  const [vet, milk] = [
    await addTask(nora, { title: "Call the vet", dueDate: "2041-06-12T09:30" }),
    await addTask(nora, { title: "Buy milk", dueDate: "2041-06-12T09:30" }),
  ];
  await sam.post(`/tasks/${vet}/delete`);
  await sam.post(`/tasks/${vet}/restore`);
  const samsPages = browserOf(mila, sam);
  await samsPages.visit(`/tasks/${vet}/date`);
  samsPages.fill("Date", "2041-06-14");
  await samsPages.press("Save");
  await samsPages.visit(`/tasks/${milk}/edit`);
  samsPages.fill("Title", "Buy oat milk");
  await samsPages.press("Save Changes");
  expect(await newsFor(nora, [vet, milk])).toEqual([
    "Sam changed Buy oat milk",
    "Sam moved Call the vet",
  ]);
});
