import { expect, test } from "vitest";
import { startFakeOpenai } from "../../fakes/openai.ts";
import { startMila } from "../../support/product/mila.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { aboutVet } from "./ask.ts";

const body = { text: aboutVet, timeZone: "Europe/Berlin", nowIso: "2026-10-07T12:30:00Z" };

test("the parse-task call uses the model, and past its limit the built-in parser", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "answering", with: { title: "Call the vet", category: "Household" } });
  await using mila = await startMila({
    OPENAI_API_KEY: openai.apiKey,
    OPENAI_BASE_URL: openai.baseUrl,
  });
  const family = await newFamily(mila);
  const parse = async (text: string) => {
    const answer = await rawRequest(mila.url, "/api/parse-task", {
      method: "POST",
      body: JSON.stringify({ ...body, text }),
      headers: {
        "content-type": "application/json",
        cookie: `mila_session=${family.cookie("mila_session")}`,
      },
    });
    return { status: answer.status, task: JSON.parse(answer.text) };
  };
  expect(await parse(aboutVet)).toEqual({
    status: 200,
    task: {
      type: "task",
      title: "Call the vet",
      category: "Household",
      description: null,
      due_date: null,
      assignee: null,
      who: null,
      about: null,
      remind_at: null,
      repeats: null,
      repeats_from: null,
      confident: { due: true, category: true, title: true },
      other_due_dates: [],
      others: [],
      unused: [],
    },
  });
  for (let number = 2; number <= 30; number += 1)
    await parse(`vet number ${number} for the cat, or the dog that the neighbours saw limping`);
  expect(
    await parse("vet again for the cat, or the dog that the neighbours saw limping"),
  ).toMatchObject({
    status: 200,
    task: { title: "Vet again for the cat, or the dog that the neighbours saw limping" },
  });
  expect(openai.requests).toHaveLength(30);
});
