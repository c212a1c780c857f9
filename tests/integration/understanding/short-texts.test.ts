import { expect, test } from "vitest";
import { startFakeOpenai } from "../../fakes/openai.ts";
import { ask } from "./ask.ts";

test.for([
  "buy milk",
  "call grandma tomorrow at 3",
  "dentist on Friday at 3",
  "wash the car and call the bank",
])("the model is not asked about “%s”, of which the rules are sure", async (text) => {
  await using openai = await startFakeOpenai();
  const { drafts, by, byRules, facts } = await ask(openai, text);
  expect({ drafts, by, facts }).toEqual({ drafts: byRules, by: "rules", facts: [] });
  expect(openai.requests).toEqual([]);
});

test.for([
  ["a date in doubt", "soccer on Saturday at 8"],
  ["a day that the rules cannot read", "recoger a Nora mañana a las 17:00"],
  ["a category in doubt", "ask grandma about the school trip tomorrow"],
  ["no date and no verb", "that thing with the vet"],
  ["many words", "call grandma tomorrow at 3 about the flowers on her balcony table"],
] as const)("the model is asked about a text with %s", async ([, text]) => {
  await using openai = await startFakeOpenai();
  await ask(openai, text);
  expect(openai.requests).toHaveLength(1);
});
