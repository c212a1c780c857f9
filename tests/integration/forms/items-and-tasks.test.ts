import { afterAll, beforeAll, expect, test } from "vitest";
import { askSam } from "../../support/messages/delegation-link.ts";
import { addTask } from "../../support/records/add-task.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type FormsMila, formsMila, newNora, say } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newShopping(text: string) {
  const { nora, family } = await newNora(mila);
  await family.post("/lists/shopping/items", { text });
  await nora.visit("/lists/shopping");
  return { nora, family };
}

const open = ({ html }: { html: string }) =>
  [...html.matchAll(/aria-label="Tick: ([^"]+)"/g)].map(([, name]) => name);

test("an item is renamed on a page of its own", async () => {
  const { nora } = await newShopping("milk and eggs");
  await nora.follow("Change: Milk");
  nora.fill("Name", "EGGS");
  await nora.press("Save Changes", { status: 400 });
  expect(nora.text).toContain("That is on the list already");
  expect(nora.field("Name").value).toBe("EGGS");
  nora.fill("Name", "2 l oat milk");
  await nora.press("Save Changes");
  expect(nora.url).toBe("/lists/shopping");
  expect(open(nora)).toEqual(["2 l oat milk", "Eggs"]);
});

test("an item moves to another list, which shows both if it has the same, and Undo brings it back", async () => {
  const { nora, family } = await newShopping("milk and eggs");
  await nora.follow("Change: Milk");
  expect(nora.text).not.toContain("Move to another list");
  const camp = (await family.post("/lists", { name: "Camp" })).headers.get("location")!;
  await family.post(`${camp}/items`, { text: "milk" });
  await nora.visit("/lists/shopping");
  await nora.follow("Change: Milk");
  nora.fill("Move to another list", camp.split("/").at(-1)!);
  await nora.press("Move");
  expect([nora.url, open(nora)]).toEqual([camp, ["Milk", "Milk"]]);
  expect(nora.toast).toContain("Moved to Camp");
  expect(nora.text).toContain("Milk is on the list twice");
  await nora.press("Undo");
  expect([nora.url, open(nora)]).toEqual(["/lists/shopping", ["Milk", "Eggs"]]);
  await nora.visit(camp);
  expect(open(nora)).toEqual(["Milk"]);
});

test("search finds items of lists, by the beginnings of their words", async () => {
  const { nora, family } = await newShopping("oat milk, buttermilk and salt/pepper");
  const search = async (text: string) => {
    await nora.visit(`/search?${new URLSearchParams({ q: text })}`);
    return nora.text;
  };
  expect(await search("mil")).toContain("Found 1 item on a list");
  expect(nora.text).toContain("Oat milk Shopping");
  expect(nora.text).not.toContain("Buttermilk");
  expect(await search("peppe")).toContain("Salt/pepper");
  await addTask(family, { title: "Return the milk bottles" });
  expect(await search("milk")).toContain("Found 1 task and 1 item on a list");
  await nora.follow(/^Oat milk/);
  expect(nora.url).toBe("/lists/shopping");
  await nora.press("Tick: Oat milk");
  expect(await search("milk")).toContain("Oat milk Shopping · ticked");
  await nora.visit("/lists/shopping");
  await nora.press("Clear ticked");
  expect(await search("milk")).not.toContain("Oat milk");
});

test("search forgives a slip in an item, if nothing is written just so", async () => {
  const { nora, family } = await newShopping("oat milk, buttermilk, eggs and 2 kg potatoes");
  const search = async (text: string) => {
    await nora.visit(`/search?${new URLSearchParams({ q: text })}`);
    return nora.text;
  };
  const close = "Nothing is written just so. This comes close: ";
  for (const text of ["mikl", "miilk", "nilk", "oat mlik"])
    expect([text, await search(text)]).toEqual([
      text,
      expect.stringContaining("Oat milk Shopping"),
    ]);
  expect(await search("mlik")).toContain(`${close}1 item on a list`);
  expect(nora.text).not.toContain("Buttermilk");
  expect(await search("potatos")).toContain("2 kg potatoes");
  // Short words are found as they are written only.
  expect(await search("egs")).toContain("Nothing found");
  expect(await search("mills")).toContain("Nothing found");
  await addTask(family, { title: "Return the milk bottles" });
  expect(await search("mlik")).toContain(`${close}1 task and 1 item on a list`);
  await addTask(family, { title: "Mlik" });
  expect(await search("mlik")).toContain("Found 1 task");
  expect(nora.text).not.toContain("Oat milk");
});

test("an item becomes a task by its words, once, and Undo brings it back", async () => {
  const { nora, family } = await newShopping("milk and call the vet");
  await nora.follow("Change: Call the vet");
  const item = nora.url;
  await nora.press("Make it a task");
  expect(nora.toast).toContain("Task added!");
  await family.post(`${item}/as-task`);
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual(["Call the vet"]);
  await nora.visit("/lists/shopping");
  expect(open(nora)).toEqual(["Milk"]);
});

test("Undo of the task that an item became brings back the item only", async () => {
  const { nora } = await newShopping("milk and call the vet");
  await nora.follow("Change: Call the vet");
  await nora.press("Make it a task");
  await nora.press("Undo");
  expect(nora.url).toBe("/lists/shopping");
  expect(open(nora)).toEqual(["Milk", "Call the vet"]);
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual([]);
});

test("Undo keeps a task that an item became and that somebody has done since", async () => {
  const { nora, family } = await newShopping("milk and call the vet");
  const sam = browserOf(mila, await newSam(mila, family));
  await nora.follow("Change: Call the vet");
  await nora.press("Make it a task");
  await sam.visit("/dashboard");
  await sam.card("Call the vet").press("Mark as complete");
  await nora.press("Undo");
  expect(nora.toast).toMatch(/Nothing changed Sam completed "Call the vet"/);
  expect(open(nora)).toEqual(["Milk"]);
});

test("Undo leaves an item that a task became, once somebody has bought it", async () => {
  const { nora, family } = await newNora(mila);
  const sam = browserOf(mila, await newSam(mila, family));
  const buy = async (title: string) => {
    await sam.visit("/lists/shopping");
    await sam.press(`Tick: ${title}`);
  };
  const glue = await addTask(family, { title: "Glue" });
  await nora.visit(`/tasks/${glue}/list`);
  await nora.press("Shopping");
  await buy("Glue");
  await nora.press("Undo");
  expect(nora.toast).toContain("“Glue” was ticked on the list since.");
  await addTask(family, { title: "Paint" });
  await nora.visit("/tasks/select");
  nora.check(/Paint/);
  nora.choose("List", "Shopping");
  await nora.press("Move to the list");
  await buy("Paint");
  await nora.press("Undo");
  expect(nora.toast).toContain("“Paint” was ticked on the list since.");
  await nora.visit("/dashboard");
  expect(nora.headings(3)).toEqual([]);
});

test("a task moves to a list that is chosen, and one Undo takes it back", async () => {
  const { nora, family } = await newNora(mila);
  await family.post("/lists", { name: "Packing for camp" });
  const id = await addTask(family, { title: "Wool socks", dueDate: "2101-06-07T15:00" });
  const move = async () => {
    await nora.visit(`/tasks/${id}`);
    await nora.follow("Move to a list");
    await nora.press("Packing for camp");
  };
  await move();
  expect(nora.toast).toContain("Added Wool socks to Packing for camp");
  expect(nora.headings(3)).toEqual([]);
  await nora.press("Undo");
  expect(nora.headings(3)).toEqual(["Wool socks"]);
  expect(nora.text).toContain("Jun 7, 2101");
  await nora.visit("/lists");
  expect(nora.text).toContain("Packing for campNothing open");
  await move();
  await nora.follow("Open the list");
  expect(open(nora)).toEqual(["Wool socks"]);
});

test("a task that repeats, or that somebody was asked to do, stays a task, and the page says why", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title: "Trash", dueDate: "2101-06-07T15:00" });
  await family.post(`/tasks/${id}/repeat`, { interval: "1", unit: "week" });
  await nora.visit(`/tasks/${id}/list`);
  expect(nora.text).toContain("This task can't go on a list. It repeats, and a list has no dates.");
  await family.post(`/tasks/${id}/list`, { list: "shopping" });
  await nora.visit("/lists/shopping");
  expect(open(nora)).toEqual([]);
  const { taskId } = await askSam(family);
  await nora.visit(`/tasks/${taskId}/list`);
  expect(nora.text).toContain("Somebody was asked to do it. Please withdraw the request first.");
});

test("words for another list go there, and a list that is missing can be made with one press", async () => {
  const { nora } = await newNora(mila);
  const text = "add tent and wool socks to the camping list";
  await say(nora, text);
  expect(nora.toast).toContain("You have no list called Camping, so I made a task of it.");
  expect(nora.headings(3)).toHaveLength(1);
  await nora.press("Make the list Camping");
  expect(nora.heading).toBe("Camping");
  expect(open(nora)).toEqual(["Tent", "Wool socks"]);
  await say(nora, "put torch on our camping list");
  expect(nora.toast).toContain("Added Torch to Camping");
  expect(nora.headings(3)).toEqual([]);
  await nora.follow("Show list");
  expect(open(nora)).toEqual(["Tent", "Wool socks", "Torch"]);
});

test("Undo of a list that was made of a task brings back the task", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "add Lena to the guest list");
  await nora.press("Make the list Guest");
  await nora.press("Undo");
  expect(nora.headings(3)).toEqual([expect.stringContaining("Lena")]);
});

test("the page that asks about spoken words offers the list, and a task instead", async () => {
  const { nora } = await newNora(mila);
  const spoken = `/tasks/confirm?${new URLSearchParams({ text: "milk, eggs and bread", spoken: "on" })}`;
  await nora.visit(spoken);
  expect(nora.heading).toBe("Add to Shopping?");
  await nora.press("Add to Shopping");
  expect(nora.toast).toContain("Added 3 to Shopping");
  expect(nora.headings(3)).toEqual([]);
  await nora.visit("/lists/shopping");
  expect(open(nora)).toEqual(["Milk", "Eggs", "Bread"]);
  await nora.visit(spoken);
  await nora.follow("Make it a task instead");
  expect(nora.text).toContain("Understood without AI");
});
