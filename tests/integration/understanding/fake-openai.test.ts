import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { expect, test } from "vitest";
import { answerSchema } from "#app/domain/understanding/model/prompt.ts";
import type { Behaviour } from "../../fakes/openai/behaviour.ts";
import {
  isContractHere,
  responseProblems,
  strictSchemaProblems,
} from "../../fakes/openai/contract.ts";
import { startFakeOpenai } from "../../fakes/openai.ts";

const material = {
  built_in_reading: [
    { title: "Call", category: "Kids", description: null, due_date: null, assignee: null },
  ],
};

const body = {
  model: "gpt-6-luna",
  messages: [{ role: "user", content: JSON.stringify(material) }],
  response_format: { type: "json_schema", json_schema: { ...answerSchema, strict: true } },
};

const answering: Behaviour[] = [
  { type: "helpful" },
  { type: "cut_off" },
  { type: "refusing" },
  { type: "filtering" },
];

test.skipIf(!isContractHere).for(answering)(
  "the fake's answers match the provider's API description: %o",
  async (is) => {
    await using openai = await startFakeOpenai();
    openai.behave(is);
    const response = await post(openai, body);
    expect(response.status).toBe(200);
    expect(responseProblems(await response.json())).toEqual([]);
  },
);

test.skipIf(!isContractHere).for([
  { ...body, model: undefined },
  { ...body, temperature: 9 },
  { ...body, reasoning_effort: "a lot" },
  { ...body, no_such_parameter: true },
  { ...body, messages: [{ role: "robot", content: "{}" }] },
])("a request that the provider would reject is rejected and recorded: %o", async (wrong) => {
  const openai = await startFakeOpenai();
  const response = await post(openai, wrong);
  expect(response.status).toBe(400);
  expect(openai.problems).not.toEqual([]);
  await expect(openai[Symbol.asyncDispose]()).rejects.toThrow("The provider would have refused");
});

test("strict structured outputs require every property, and allow no others and no unknown keywords", () => {
  const title = { type: "string" };
  expect(strictSchemaProblems(answerSchema.schema)).toEqual([]);
  expect(
    strictSchemaProblems({
      type: "object",
      properties: { title: { ...title, maxLength: 300 } },
      required: [],
    }),
  ).toEqual([
    'schema lacks "additionalProperties": false',
    "schema.title is not required",
    'schema.title has "maxLength"',
  ]);
});

test("a wrong key and a wrong path get the provider's errors", async () => {
  await using openai = await startFakeOpenai();
  const refused = await post({ ...openai, apiKey: "sk-wrong" }, body);
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 401,
    body: { error: { code: "invalid_api_key", type: "invalid_request_error" } },
  });
  const lost = await post({ ...openai, baseUrl: `${openai.baseUrl}/v2` }, body);
  expect({ status: lost.status, body: await lost.json() }).toMatchObject({
    status: 404,
    body: { error: {} },
  });
});

test("too many requests get a Retry-After", async () => {
  await using openai = await startFakeOpenai();
  openai.behave({ type: "failing", status: 429, retryAfterSeconds: 20 });
  const response = await post(openai, body);
  expect(response.headers.get("retry-after")).toBe("20");
  expect(await response.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
});

test("the fake also runs as a process, controlled by HTTP", async () => {
  const fake = spawn(process.execPath, ["tests/fakes/openai.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    for await (const line of createInterface({ input: fake.stdout })) {
      const [, baseUrl = "", apiKey = ""] =
        /OPENAI_BASE_URL=(\S+) OPENAI_API_KEY=(\S+)/.exec(line) ?? [];
      if (!baseUrl) continue;
      const behaviour = JSON.stringify({ type: "failing", status: 503 });
      await fetch(new URL("/fake/behaviour", baseUrl), { method: "PUT", body: behaviour });
      expect((await post({ baseUrl, apiKey }, body)).status).toBe(503);
      const requests = await fetch(new URL("/fake/requests", baseUrl));
      expect(await requests.json()).toEqual([
        expect.objectContaining({ path: expect.stringMatching(/\/v1\/chat\/completions$/), body }),
      ]);
      break;
    }
  } finally {
    fake.kill();
    await once(fake, "exit");
  }
});

function post(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  json: unknown,
): Promise<Response> {
  return fetch(`${baseUrl}/chat/completions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(json),
  });
}
