import { expect, test, vi } from "vitest";
import type { UserRequest } from "#app/domain/understanding/types.ts";
import { cacheAnswer } from "#app/domain/understanding/model/answer-cache.server.ts";
import { startFakeOpenai } from "../../fakes/openai.ts";
import { aboutVet, ask } from "./ask.ts";

const aboutPlumber = "plumber for the tap, or the one next door if that is who did it before";

test("the same text does not call the model twice a day", async () => {
  await using openai = await startFakeOpenai();
  const first = await ask(openai, aboutVet);
  const again = await ask(openai, aboutVet, { now: "2026-10-07T12:45:00.000Z" });
  expect(openai.requests).toHaveLength(1);
  expect(again).toMatchObject({ by: "model", drafts: first.drafts, facts: [] });
});

const familyMembers = [{ name: "Nora", relation: "child" }];

const differences: [what: string, text: string, difference: Partial<UserRequest>][] = [
  ["other words", aboutPlumber, {}],
  ["another day", aboutVet, { now: "2026-10-08T12:30:00.000Z" }],
  ["another time zone", aboutVet, { timeZone: "Europe/Berlin" }],
  ["another family", aboutVet, { familyMembers: [] }],
  ["another relation", aboutVet, { familyMembers: [{ name: "Nora", relation: "parent" }] }],
];

test.for(differences)("a request with %s calls the model again", async ([, text, difference]) => {
  await using openai = await startFakeOpenai();
  await ask(openai, aboutVet, { familyMembers });
  expect(await ask(openai, text, { familyMembers, ...difference })).toMatchObject({ by: "model" });
  expect(openai.requests).toHaveLength(2);
});

test("a cached answer gets fresh dates: “in 20 minutes” counts from now", async () => {
  await using openai = await startFakeOpenai();
  const text = "call the vet in 20 minutes about grandma's cat that has not eaten at school";
  expect((await ask(openai, text)).drafts[0]?.due?.local).toBe("2026-10-07T08:50");
  const later = await ask(openai, text, { now: "2026-10-07T12:45:00.000Z" });
  expect(later).toMatchObject({ by: "model", drafts: [{ due: { local: "2026-10-07T09:05" } }] });
  expect(openai.requests).toHaveLength(1);
});

test("a cached date that has passed is not used", async () => {
  await using openai = await startFakeOpenai();
  const answer = { title: "Call the vet", category: "Household", due_date: "2026-10-07T09:00" };
  openai.behave({ type: "answering", with: answer });
  expect(
    await ask(openai, "vet, when they open, for the cat that the neighbours said they saw limping"),
  ).toMatchObject({ by: "model" });
  const later = await ask(
    openai,
    "vet, when they open, for the cat that the neighbours said they saw limping",
    { now: "2026-10-07T15:00:00.000Z" },
  );
  expect(later).toMatchObject({ by: "rules", drafts: [{ due: null }] });
});

test("the cache holds 500 answers and drops the oldest first", async () => {
  await using openai = await startFakeOpenai();
  await ask(openai, aboutVet);
  for (let number = 1; number < 500; number += 1) cacheAnswer(`another request, ${number}`, []);
  await ask(openai, aboutVet);
  expect(openai.requests).toHaveLength(1);
  cacheAnswer("one more", []);
  await ask(openai, aboutVet);
  expect(openai.requests).toHaveLength(2);
});

test("after 30 calls an hour, a user gets the built-in reading; others are not affected", async () => {
  await using openai = await startFakeOpenai();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-10-07T12:00:00Z") });
  try {
    const userId = "busy";
    for (let number = 1; number <= 30; number += 1) {
      expect(
        await ask(
          openai,
          `vet number ${number} for the cat, or the dog that the neighbours saw limping`,
          { userId },
        ),
      ).toMatchObject({ by: "model" });
    }
    const beyond = await ask(openai, aboutVet, { userId });
    expect(beyond).toMatchObject({ by: "rules", drafts: beyond.byRules });
    expect(beyond.facts).toEqual([{ model: "gpt-6-luna", outcome: "over_limit" }]);
    expect(openai.requests).toHaveLength(30);

    expect(
      await ask(openai, "vet number 7 for the cat, or the dog that the neighbours saw limping", {
        userId,
      }),
    ).toMatchObject({ by: "model", facts: [] });
    expect(await ask(openai, aboutPlumber)).toMatchObject({ by: "model" });
    vi.setSystemTime(new Date("2026-10-07T12:59:59Z"));
    expect(await ask(openai, aboutVet, { userId })).toMatchObject({ by: "rules" });
    vi.setSystemTime(new Date("2026-10-07T13:00:00Z"));
    expect(await ask(openai, aboutVet, { userId })).toMatchObject({ by: "model" });
  } finally {
    vi.useRealTimers();
  }
});

test("a text of more than 2,000 characters goes to the built-in parser only", async () => {
  await using openai = await startFakeOpenai();
  expect(await ask(openai, "a".repeat(2_001))).toMatchObject({ by: "rules", facts: [] });
  expect(openai.requests).toEqual([]);
  expect(await ask(openai, "a".repeat(2_000))).toMatchObject({ by: "model" });
});
