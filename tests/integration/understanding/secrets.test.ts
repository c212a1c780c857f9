import { expect, test } from "vitest";
import { readSettings } from "#app/config/env.server.ts";
import type { Behaviour } from "../../fakes/openai/behaviour.ts";
import { startFakeOpenai } from "../../fakes/openai.ts";
import { ask } from "./ask.ts";

const marked = {
  title: "Marker-answer",
  category: "Marker-category",
  "Marker-field": "Marker-value",
};

const behaviours: Behaviour[] = [
  { type: "helpful" },
  { type: "answering", with: { ...marked, category: "Kids" } },
  { type: "answering", with: marked },
  { type: "answering", with: "Marker-text" },
  { type: "failing", status: 500 },
  { type: "garbled", how: "not JSON" },
  { type: "refusing" },
  { type: "slow" },
];

test.for(behaviours)("the log gets neither the key nor any words: %o", async (behaviour) => {
  await using openai = await startFakeOpenai({ apiKey: "sk-Marker-key" });
  openai.behave(behaviour);
  const familyMembers = [{ name: "Marker-name", relation: "child" }];
  const { facts } = await ask(
    openai,
    "Marker-request on Saturday at 8, whatever the others may say to it by then",
    {
      familyMembers,
      userId: "Marker-user",
      timeoutMs: behaviour.type === "slow" ? 300 : undefined,
    },
  );
  expect(facts).toHaveLength(1);
  expect(JSON.stringify(facts)).not.toContain("Marker");
});

test("an invalid key is rejected without being shown", () => {
  expect(() => readSettings({ OPENAI_API_KEY: "sk-Marker key" })).toThrow(
    /^OPENAI_API_KEY is set, but must be /,
  );
  expect(() => readSettings({ OPENAI_API_KEY: "sk-Marker key" })).not.toThrow(/Marker/);
});

test.for(["api.openai.com/v1", "ftp://x/v1", "https://user:pw@x/v1", "https://x/v1?a=b"])(
  "OPENAI_BASE_URL=%s is rejected with an example",
  (value) => {
    expect(() => readSettings({ OPENAI_BASE_URL: value })).toThrow(/must be .*, for example http/);
  },
);

test("the model has a default address and name", () => {
  expect(readSettings({})).toMatchObject({
    OPENAI_BASE_URL: "https://api.openai.com/v1",
    OPENAI_MODEL: "gpt-6-luna",
  });
  expect(readSettings({}).OPENAI_API_KEY).toBeUndefined();
  expect(readSettings({ OPENAI_BASE_URL: "http://localhost:11434/v1/" }).OPENAI_BASE_URL).toBe(
    "http://localhost:11434/v1",
  );
});
