import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startFakeOpenai } from "../../fakes/openai.ts";

test("without a key nothing is asked, and the SDK is not even loaded", async () => {
  expect(await understandElsewhere({ OPENAI_API_KEY: "" })).toEqual({ by: "rules", isSdkLoaded: false });
});

test("the settings alone bring the model in", async () => {
  await using openai = await startFakeOpenai();
  const settings = { OPENAI_API_KEY: openai.apiKey, OPENAI_BASE_URL: openai.baseUrl, OPENAI_MODEL: "llama3.2:3b" };
  expect(await understandElsewhere(settings)).toEqual({ by: "model", isSdkLoaded: true });
  // Only OpenAI's newer models know how hard they are to think.
  expect(openai.requests[0]?.body).toMatchObject({ model: "llama3.2:3b" });
  expect(openai.requests[0]?.body).not.toHaveProperty("reasoning_effort");
});

async function understandElsewhere(settings: Record<string, string>): Promise<unknown> {
  const script = "tests/integration/understanding/loaded-packages.ts";
  const env = { ...process.env, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
    env,
  });
  return JSON.parse(stdout);
}
