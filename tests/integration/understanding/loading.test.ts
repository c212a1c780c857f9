import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startFakeOpenai } from "../../fakes/openai.ts";

test("without an API key, no model is called and the SDK is not loaded", async () => {
  expect(await understandInProcess({ OPENAI_API_KEY: "" })).toEqual({
    by: "rules",
    isSdkLoaded: false,
  });
});

test("settings alone turn the model on", async () => {
  await using openai = await startFakeOpenai();
  const settings = {
    OPENAI_API_KEY: openai.apiKey,
    OPENAI_BASE_URL: openai.baseUrl,
    OPENAI_MODEL: "llama3.2:3b",
  };
  expect(await understandInProcess(settings)).toEqual({ by: "model", isSdkLoaded: true });
  // Only OpenAI's newer models know this parameter.
  expect(openai.requests[0]?.body).toMatchObject({ model: "llama3.2:3b" });
  expect(openai.requests[0]?.body).not.toHaveProperty("reasoning_effort");
});

async function understandInProcess(settings: Record<string, string>): Promise<unknown> {
  const script = "tests/integration/understanding/loaded-packages.ts";
  const env = { ...process.env, ...settings };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script],
    {
      env,
    },
  );
  return JSON.parse(stdout);
}
