import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FakeOpenai, startFakeOpenai } from "../../fakes/openai.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";
import { browserOf, newNora } from "./forms-mila.ts";

let openai: FakeOpenai;
let mila: MilaWithDatabase;

beforeAll(async () => {
  openai = await startFakeOpenai();
  mila = await startMilaWithDatabase({
    OPENAI_API_KEY: openai.apiKey,
    OPENAI_BASE_URL: openai.baseUrl,
  });
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await openai[Symbol.asyncDispose]();
});

beforeEach(() => {
  openai.requests.length = 0;
});

const letter = `From: Oak Hill School <office@oakhill.example>
Subject: June
Date: Tue, 1 Jun 2027 09:00:00 -0400
To: Nora <nora@example.com>

Dear Nora,

If your child would like to join the new choir, please reply to choir@oakhill.example or
call 0207 555 0123 (account 8812345) by 11 June.

On Friday 18 June 2027 there is sports day.

Best wishes,
Mrs Patel, Oak Hill School, 12 Hill Road`;

const answer = {
  title: "Reply about the choir",
  category: "Kids",
  description: null,
  due_date: null,
  assignee: null,
  others: [],
};

async function paste(nora: Awaited<ReturnType<typeof newNora>>["nora"]): Promise<void> {
  await nora.visit("/mail");
  nora.fill("Paste a mail", letter);
  await nora.press("Read it");
}

test("no mail goes to the model until the household's owner allows it", async () => {
  const { nora } = await newNora(mila);
  await paste(nora);
  expect(nora.text).toContain("join the new choir");
  expect(openai.requests).toEqual([]);
  await nora.visit("/preferences/mail");
  expect(nora.text).toContain("It's off.");
  expect(nora.text).toContain(new URL(openai.baseUrl).host);
});

test("an allowed model sees unsure sentences alone, and what it names stays unsure", async () => {
  openai.behave({ type: "answering", with: answer });
  const { nora } = await newNora(mila);
  await nora.visit("/preferences/mail");
  await nora.press("Let the model read them");
  expect(nora.text).toContain("It's on.");
  await paste(nora);
  expect(nora.text).toMatch(/Reply about the choir Kids · .*I'm not sure/);
  expect(openai.requests).toHaveLength(1);
  const sent = JSON.stringify(openai.requests[0]!.body);
  expect(sent).toContain("join the new choir");
  expect(sent).toContain("11 June");
  expect(sent).not.toMatch(/choir@|oakhill|0207|8812345|sports day|Hill|Nora/);
  await nora.visit("/preferences/mail");
  await nora.press("Stop the model");
  await paste(nora);
  expect(openai.requests).toHaveLength(1);
});

test("only the household's owner can allow it", async () => {
  const { family } = await newNora(mila);
  const sam = browserOf(mila, await newSam(mila, family));
  await sam.visit("/preferences/mail");
  expect(sam.text).toContain("Only the owner of your household can change that.");
  expect(sam.text).not.toContain("Let the model read them");
});
