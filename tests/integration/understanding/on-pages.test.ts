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
