import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../support/api/bearer.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newTodoman } from "../drivers/todoman.ts";
import { newVdirsyncer } from "../drivers/vdirsyncer.ts";
import { newDavFamily } from "../family.ts";
import { calendarNamed, toDo } from "../ics.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Works with todoman, whose folder vdirsyncer keeps in step with Mila. */
async function newNora() {
  const nora = await newDavFamily(mila);
  const vdirsyncer = newVdirsyncer(nora);
  await vdirsyncer.discover();
  await vdirsyncer.sync();
  return {
    ...nora,
    vdirsyncer,
    todoman: newTodoman(vdirsyncer.tasks),
    [Symbol.dispose]: vdirsyncer[Symbol.dispose],
  };
}

const settled = { toMila: 0, fromMila: 0 };

test("todoman adds, changes, completes and deletes a task by way of vdirsyncer", async () => {
  using nora = await newNora();
  const { todoman, vdirsyncer } = nora;
  // vdirsyncer deletes nothing in a calendar that would be empty then.
  await todoman.run("new", "--list", "Kids", "Tidy up");
  await todoman.run("new", "--list", "Kids", "--due", "2031-01-05 15:00", "Pack lunch");
  expect(await vdirsyncer.sync()).toEqual({ toMila: 2, fromMila: 0 });
  const packing = async () => (await nora.tasks()).filter(({ title }) => title !== "Tidy up");
  expect(await packing()).toMatchObject([
    { title: "Pack lunch", category: "Kids", due_local: "2031-01-05T15:00", due_has_time: true },
  ]);
  expect(await vdirsyncer.sync()).toEqual(settled);

  const { id } = await todoman.find("Pack lunch");
  await todoman.run("edit", "--due", "2031-01-06 16:30", String(id));
  await vdirsyncer.sync();
  expect(await packing()).toMatchObject([{ due_local: "2031-01-06T16:30" }]);

  await todoman.run("done", String(id));
  await vdirsyncer.sync();
  expect(await packing()).toMatchObject([{ title: "Pack lunch", is_completed: true }]);

  await todoman.run("delete", "--yes", String(id));
  await vdirsyncer.sync();
  expect(await packing()).toEqual([]);
  expect(await vdirsyncer.sync()).toEqual(settled);
});

test("todoman lists what a page made, and sees it done", async () => {
  using nora = await newNora();
  const { todoman, vdirsyncer } = nora;
  const made = dataOf(
    await nora.api.POST("/tasks", {
      body: {
        title: "Fix the fence",
        category: "Household",
        description: "Two boards",
        due_date: "2031-01-05",
      },
    }),
  );
  expect(await vdirsyncer.sync()).toEqual({ toMila: 0, fromMila: 1 });
  expect(await todoman.find("Fix the fence")).toMatchObject({
    list: "Household",
    completed: false,
    description: "Two boards",
  });
  const path = { id: made.tasks[0]?.id ?? "" };
  await nora.api.POST("/tasks/{id}/complete", { params: { path } });
  expect(await vdirsyncer.sync()).toEqual({ toMila: 0, fromMila: 1 });
  expect(await todoman.find("Fix the fence")).toMatchObject({ completed: true });
});

// todoman takes the rule off the task that is done, and gives it to a new one.
test("a repeating task that todoman completes opens its next one", async () => {
  using nora = await newNora();
  const { todoman, vdirsyncer } = nora;
  const ics = toDo("plants", "Water the plants", "DUE:20310105T200000Z", "RRULE:FREQ=WEEKLY");
  vdirsyncer.write(calendarNamed(vdirsyncer.tasks, "Household"), "plants.ics", ics);
  await vdirsyncer.sync();
  const { id } = await todoman.find("Water the plants");
  await todoman.run("done", String(id));
  await vdirsyncer.sync();
  await vdirsyncer.sync();
  expect(await vdirsyncer.sync()).toEqual(settled);
  const tasks = await nora.tasks();
  expect(tasks.filter(({ is_completed }) => is_completed)).toHaveLength(1);
  const open = tasks.filter(({ is_completed }) => !is_completed);
  expect(open).toMatchObject([{ title: "Water the plants", due_local: "2031-01-12T15:00" }]);
});

test("vdirsyncer makes a list, and todoman puts things on it", async () => {
  using nora = await newNora();
  const { todoman, vdirsyncer } = nora;
  await vdirsyncer.make("camping");
  await todoman.run("new", "--list", "camping", "Tent pegs");
  await vdirsyncer.sync();
  const { lists } = dataOf(await nora.api.GET("/lists"));
  expect(lists).toContainEqual(expect.objectContaining({ name: "camping", open_items: 1 }));
});
