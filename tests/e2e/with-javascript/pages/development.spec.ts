import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../../../support/product/free-port.ts";
import { noSettings } from "../../../support/product/no-settings.ts";

async function startDevelopment() {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  const port = String(await freePort());
  const env = {
    ...process.env,
    ...noSettings,
    DATA_DIR: folder,
    PORT: port,
    TEST_ONLY_CHEAP_PASSWORDS: "yes",
  };
  const mila = spawn(process.execPath, ["scripts/dev/dev.ts"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [mila.stdout, mila.stderr])
    stream.on("data", (chunk) => (output += String(chunk)));
  return {
    url: `http://localhost:${port}`,
    output: () => output,
    async [Symbol.asyncDispose]() {
      const ended = once(mila, "exit");
      mila.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const isRedisInstalled = () =>
  once(spawn("redis-server", ["--version"]), "exit")
    .then(() => true)
    .catch(() => false);

test("in development, the first submit says what is wrong, and reminders go through Redis", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await using mila = await startDevelopment();
  const isUp = () =>
    fetch(`${mila.url}/health/live`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await expect.poll(isUp, { timeout: 120_000 }).toBe(true);
  await page.goto(`${mila.url}/auth`);
  await expect(page.locator("form[novalidate]")).toHaveCount(1, { timeout: 60_000 });
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("This doesn't look like an email address")).toBeVisible();
  const queue = (await isRedisInstalled()) ? "redis" : "database";
  await expect.poll(mila.output, { timeout: 60_000 }).toContain(`"queue":"${queue}"`);
});
