import { expect, test } from "vitest";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import type { UserRequest } from "#app/domain/understanding/types.ts";
import { combine } from "#app/domain/understanding/model/combine.ts";
import { startFakeOpenai } from "../../fakes/openai.ts";
import { ask, family, now } from "./ask.ts";

test.for(["another date", "no date", "a past date"] as const)(
  "a date that the rules found stands against %s from the model",
  async (about) => {
    await using openai = await startFakeOpenai();
    openai.behave({ type: "lying", about });
    const { drafts, by, facts } = await ask(
      openai,
      "call grandma tomorrow at 3 about the school trip and the flowers on her table",
    );
    expect(by).toBe("model");
    expect(drafts[0]).toMatchObject({
      due: { local: "2026-10-08T15:00", instant: "2026-10-08T19:00:00.000Z" },
      dueWords: [{ start: 13, end: 26 }],
    });
    expect(facts).toEqual([expect.objectContaining({ outcome: "used", keptDates: true })]);
  },
);

test("a date that does not exist invalidates the answer, even where it would not be used", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "lying", about: "a date that does not exist" });
  expect(
    await ask(
      openai,
      "call grandma tomorrow at 3 about the school trip and the flowers on her table",
    ),
  ).toMatchObject({
    by: "rules",
    facts: [{ wrong: "due_date" }],
  });
});

test("of two readings, the one that the model supports too wins, and nothing is left to ask", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "lying", about: "the other reading" });
  const { drafts, byRules } = await ask(
    openai,
    "soccer with grandma on Saturday at 8, on the field by the river and the bridge",
  );
  expect(byRules[0]).toMatchObject({ category: "Elders", due: { local: "2026-10-10T08:00" } });
  expect(drafts[0]).toMatchObject({
    category: "Kids",
    due: { local: "2026-10-10T20:00" },
    otherDues: [],
    otherCategories: [],
    confident: { due: true, category: true },
  });
  openai.behave({ type: "helpful" });
  expect(
    (
      await ask(
        openai,
        "soccer on Saturday at 8, on the field by the river and the old iron bridge",
      )
    ).drafts[0],
  ).toMatchObject({
    due: { local: "2026-10-10T08:00" },
    otherDues: [],
  });
});

test("a day that may be a thing's name is the date only if the model supports it", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "lying", about: "the other reading" });
  const { drafts, byRules } = await ask(
    openai,
    "order Monday brand shampoo, the one in the big green bottle with the lid",
  );
  expect(byRules[0]).toMatchObject({ due: null, otherDues: [{ local: "2026-10-12T12:00" }] });
  expect(drafts[0]).toMatchObject({
    due: { local: "2026-10-12T12:00" },
    otherDues: [],
    confident: { due: true },
  });
  openai.behave({ type: "lying", about: "another date" });
  expect(
    (await ask(openai, "find a recipe for Sunday gravy, the one with the onions and the red wine"))
      .drafts[0],
  ).toMatchObject({
    due: null,
    confident: { due: false },
  });
});

test("where the model supports no reading of the rules, theirs stands and stays unsure", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "lying", about: "another date" });
  const { drafts } = await ask(
    openai,
    "soccer on Saturday at 8, on the field by the river and the old iron bridge",
  );
  expect(drafts[0]).toMatchObject({
    due: { local: "2026-10-10T08:00" },
    otherDues: [{ local: "2026-10-10T20:00" }],
    confident: { due: false },
  });
});

test.for([
  "board games on Feb 30 at 5pm, with all of the cousins from across the lake",
  "call the plumber yesterday at 4 about the tap that drips in the bathroom",
  "recoger a Nora mañana a las 17:00 en la escuela con las cosas de la piscina",
])("“%s” gets no date from the model either", async (text) => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "lying", about: "another date" });
  expect((await ask(openai, text)).drafts[0]).toMatchObject({
    due: null,
    confident: { due: false },
  });
});

test.for(["a name that was not said", "a number that was not said"] as const)(
  "a title with %s is replaced by the rules'",
  async (about) => {
    await using openai = await startFakeOpenai();
    openai.behave({ type: "lying", about });
    const { drafts, by } = await ask(
      openai,
      "call grandma tomorrow at 3 about the school trip and the flowers on her table",
    );
    expect({ by, title: drafts[0]?.title }).toEqual({
      by: "model",
      title: "Call grandma about the school trip and the flowers on her table",
    });
  },
);

test("a message's request may be put shorter, with the names it has", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({
    type: "answering",
    with: { title: "Return the form to Ms. Lee", category: "Kids", due_date: null },
  });
  const text =
    "Dear parents, our trip is on October 22. Please return the signed form to Ms. Lee by Friday.";
  expect((await ask(openai, text)).drafts[0]).toMatchObject({
    title: "Return the form to Ms. Lee",
    due: { local: "2026-10-09T12:00" },
  });
});

test("the description that the rules found is kept", async () => {
  await using openai = await startFakeOpenai();
  const { drafts, by } = await ask(
    openai,
    "soccer practice with grandma every other Friday at 4 on the field by the river",
  );
  expect({ by, description: drafts[0]?.description }).toMatchObject({
    by: "model",
    description: expect.stringContaining("every other Friday"),
  });
});

const request: UserRequest = { text: "", timeZone: "America/New_York", now, familyMembers: family };
const readings = ["pick up the cake tomorrow at 3", "order groceries"].flatMap((text) =>
  parseRequests({ ...request, text }),
);
const cake = { title: "Cake", category: "Household", due_date: "2026-10-08T15:00" } as const;
const groceries = { title: "Groceries", category: "Household" } as const;

test("several tasks keep their order and dates", () => {
  const combined = combine(request, readings, [cake, groceries]);
  expect(combined).toMatchObject({
    drafts: [
      { title: "Cake", due: { local: "2026-10-08T15:00" } },
      { title: "Groceries", due: null },
    ],
  });
});

test("an answer with another order or number of tasks is not used", () => {
  expect(combine(request, readings, [groceries, cake])).toEqual({ distrusted: "order" });
  expect(combine(request, readings, [cake])).toEqual({ distrusted: "count" });
  expect(combine(request, readings, [cake, groceries, groceries])).toEqual({ distrusted: "count" });
});
