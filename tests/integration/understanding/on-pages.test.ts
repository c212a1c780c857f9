import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeOpenai, startFakeOpenai } from "../../fakes/openai.ts";
import { type Mila, startMila } from "../../support/product/mila.ts";
import { newFamily } from "../../support/product/visitor.ts";

let openai: FakeOpenai;
let mila: Mila;

beforeAll(async () => {
  openai = await startFakeOpenai();
  mila = await startMila({ OPENAI_API_KEY: openai.apiKey, OPENAI_BASE_URL: openai.baseUrl });
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await openai[Symbol.asyncDispose]();
});

const text = "so the vet, about grandma's cat at school, call them tomorrow at 3pm when they open";

test("the model's reading becomes the task, and the log has the call without the text", async () => {
  openai.behave({
    type: "answering",
    with: { title: "Call the vet about the cat", category: "Household" },
  });
  const family = await newFamily(mila);
  const page = await (await family.follow(await family.post("/dashboard", { text }))).text();
  expect(page).toContain("Call the vet about the cat");
  expect(page).toContain("3:00 PM");
  expect(
    await (await family.get(`/tasks/confirm?${new URLSearchParams({ text })}`)).text(),
  ).toContain(">Understood by AI</p>");
  await expect.poll(mila.output).toContain('"outcome":"used"');
  expect(await mila.wholeOutput()).not.toContain("about the cat");
});

test("without the model's help, the built-in reading becomes the task", async () => {
  openai.behave({ type: "failing", status: 503 });
  const family = await newFamily(mila);
  const added = await family.post("/dashboard", { text });
  expect([added.status, added.headers.get("location")]).toEqual([303, "/dashboard"]);
  const confirm = await family.get("/tasks/confirm?text=Call+the+vet");
  expect(await confirm.text()).toContain(">Understood without AI</p>");
});

test("“undo” in the dashboard's form takes back the last thing, and becomes no task", async () => {
  const family = await newFamily(mila);
  const type = async (words: string) =>
    (await family.follow(await family.post("/dashboard", { text: words }))).text();
  await type("Call the plumber tomorrow at 9am");
  await type("Buy stamps on Friday");
  expect(await type("oops undo that")).toContain("Taken back");
  const [shown, empty] = [await type("what's on friday"), await type("what's on tomorrow")];
  expect(shown).toContain("I found nothing open like that.");
  expect(empty).toContain("Call the plumber");
  expect(await type("undo")).toContain("Taken back");
  const page = await type("undo");
  expect(page).toContain("There&#x27;s nothing to take back.");
  expect(page).not.toContain("Call the plumber");
});

test("“what's overdue” and “what did we do today” in the dashboard's form are answered", async () => {
  const family = await newFamily(mila);
  const ask = async (words: string) =>
    (await family.follow(await family.post("/dashboard", { text: words }))).text();
  expect(await ask("what's overdue")).toContain("Nothing is overdue.");
  expect(await ask("what did we do today")).toContain("I found nothing that was done then.");
});
