import { expect, test } from "vitest";
import { startFakeOpenai } from "../../fakes/openai.ts";
import { ask } from "./ask.ts";

test.for([
  "buy milk",
  "call grandma tomorrow at 3",
  "dentist on Friday at 3",
  "wash the car and call the bank",
  "call the bank tomorrow at 3pm about the letter that they sent us last week",
  "soccer on Saturday at 8",
  "recoger a Nora mañana a las 17:00",
  "that thing with the vet",
])(
  "the model is not asked about “%s”, which is short, or of which the rules are sure",
  async (text) => {
    await using openai = await startFakeOpenai();
    const { drafts, by, byRules, facts } = await ask(openai, text);
    expect({ drafts, by, facts }).toEqual({ drafts: byRules, by: "rules", facts: [] });
    expect(openai.requests).toEqual([]);
  },
);

test.for([
  ["a date in doubt", "soccer on Saturday at 8, on the field by the river and the old iron bridge"],
  [
    "a day that the rules cannot read",
    "recoger a Nora mañana a las 17:00 en la escuela con las cosas de la piscina",
  ],
  [
    "a category in doubt",
    "ask grandma about the school trip tomorrow and what it is that they need for it",
  ],
  [
    "no date and no verb",
    "that thing with the vet, or whoever it was that wanted to look at the cat",
  ],
] as const)("the model is asked about a long text with %s", async ([, text]) => {
  await using openai = await startFakeOpenai();
  await ask(openai, text);
  expect(openai.requests).toHaveLength(1);
});
