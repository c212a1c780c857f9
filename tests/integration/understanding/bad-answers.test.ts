import { expect, test } from "vitest";
import type { Behaviour } from "../../fakes/openai/behaviour.ts";
import { startFakeOpenai } from "../../fakes/openai.ts";
import { ask } from "./ask.ts";

const bad: [behaviour: Behaviour, facts: object][] = [
  [{ type: "refusing" }, { outcome: "refused" }],
  [{ type: "filtering" }, { outcome: "refused" }],
  [{ type: "cut_off" }, { outcome: "cut_off" }],
  [{ type: "hanging_up" }, { outcome: "network" }],
  [
    { type: "failing", status: 500 },
    { outcome: "status", status: 500 },
  ],
  [
    { type: "failing", status: 503 },
    { outcome: "status", status: 503 },
  ],
  [
    { type: "failing", status: 404 },
    { outcome: "status", status: 404 },
  ],
  [
    { type: "failing", status: 429, retryAfterSeconds: 20 },
    { outcome: "status", status: 429 },
  ],
  [{ type: "garbled", how: "not JSON" }, { outcome: "wrong_shape" }],
  [{ type: "garbled", how: "a page" }, { outcome: "wrong_shape" }],
  [{ type: "garbled", how: "nothing" }, { outcome: "wrong_shape" }],
  [{ type: "garbled", how: "no choices" }, { outcome: "wrong_shape" }],
  [{ type: "garbled", how: "another shape" }, { outcome: "wrong_shape" }],
  [{ type: "garbled", how: "null" }, { outcome: "wrong_shape" }],
  [
    { type: "answering", with: "Sure! Here is your task: call grandma." },
    { outcome: "wrong_shape" },
  ],
  [{ type: "answering", with: "" }, { outcome: "wrong_shape" }],
  [
    { type: "answering", with: null },
    { outcome: "invalid", wrong: "answer" },
  ],
  [
    { type: "answering", with: [] },
    { outcome: "invalid", wrong: "answer" },
  ],
  [
    { type: "answering", with: { error: "no" } },
    { outcome: "invalid", wrong: "title, category" },
  ],
  [
    { type: "lying", about: "a category of its own" },
    { outcome: "invalid", wrong: "category" },
  ],
  [
    { type: "lying", about: "a long title" },
    { outcome: "invalid", wrong: "title" },
  ],
  [
    { type: "lying", about: "an empty title" },
    { outcome: "invalid", wrong: "title" },
  ],
  [
    { type: "lying", about: "a title that is no text" },
    { outcome: "invalid", wrong: "title" },
  ],
  [
    { type: "lying", about: "no title" },
    { outcome: "invalid", wrong: "title" },
  ],
  [
    { type: "lying", about: "a long description" },
    { outcome: "invalid", wrong: "description" },
  ],
  [
    { type: "lying", about: "a date that does not exist" },
    { outcome: "invalid", wrong: "due_date" },
  ],
  [
    { type: "lying", about: "a date for another parser" },
    { outcome: "invalid", wrong: "due_date" },
  ],
  [
    { type: "lying", about: "a past date" },
    { outcome: "distrusted", wrong: "due_date" },
  ],
  [
    { type: "lying", about: "more tasks" },
    { outcome: "distrusted", wrong: "count" },
  ],
];

test.for(bad)(
  "after %o, the built-in parser's reading stands and the reason is logged",
  async ([behaviour, reason]) => {
    await using openai = await startFakeOpenai();
    openai.behave(behaviour);
    const { drafts, by, byRules, facts } = await ask(
      openai,
      "grandma, about the call that she wanted with all of us and the cousins",
    );
    expect({ drafts, by }).toEqual({ drafts: byRules, by: "rules" });
    expect(facts).toEqual([expect.objectContaining({ model: "gpt-6-luna", ...reason })]);
    // No retry, even when the provider suggests one.
    expect(openai.requests).toHaveLength(1);
  },
);

test.for(["slow", "stalling"] as const)("a %s model times out", async (type) => {
  await using openai = await startFakeOpenai();
  openai.behave({ type });
  const startedAt = performance.now();
  const { drafts, by, byRules, facts } = await ask(
    openai,
    "grandma, about the call that she wanted with all of us and the cousins",
    {
      timeoutMs: 300,
    },
  );
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect({ drafts, by }).toEqual({ drafts: byRules, by: "rules" });
  expect(facts).toEqual([
    expect.objectContaining({ outcome: "timeout", tokens: null, costUsd: null }),
  ]);
});

test("a wrong API key is logged by its status", async () => {
  await using openai = await startFakeOpenai();
  const { by, facts } = await ask(
    { ...openai, apiKey: "sk-wrong" },
    "grandma, about the call that she wanted with all of us and the cousins",
  );
  expect({ by, facts }).toMatchObject({ by: "rules", facts: [{ outcome: "status", status: 401 }] });
});

test("an unreachable server is logged as a network failure", async () => {
  const { baseUrl, apiKey, ...closed } = await startFakeOpenai();
  await closed[Symbol.asyncDispose]();
  const { by, facts } = await ask(
    { baseUrl, apiKey },
    "grandma, about the call that she wanted with all of us and the cousins",
  );
  expect({ by, facts }).toMatchObject({ by: "rules", facts: [{ outcome: "network" }] });
});

test("invisible characters are removed from an answer", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "lying", about: "a hidden title" });
  const { drafts, by } = await ask(
    openai,
    "something with grandma, about the call that she wanted with all of us now",
  );
  expect({ by, title: drafts[0]?.title }).toEqual({ by: "model", title: "Call grandma now" });
});

test("a failure is not cached", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "failing", status: 503 });
  expect(
    await ask(openai, "grandma, about the call that she wanted with all of us and the cousins"),
  ).toMatchObject({ by: "rules" });
  openai.behave({ type: "helpful" });
  expect(
    await ask(openai, "grandma, about the call that she wanted with all of us and the cousins"),
  ).toMatchObject({ by: "model" });
});
