import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startFakeSmtp } from "../../fakes/smtp.ts";

test("no provider's package is loaded before it is used", async () => {
  expect(await loadedAfter("none")).toEqual({ outcome: "none", loaded: [] });
});

test("SMTP loads nodemailer when the first e-mail is sent", async () => {
  await using smtp = await startFakeSmtp();
  expect(await loadedAfter("email", smtp.settings)).toEqual({ outcome: "sent", loaded: ["nodemailer"] });
});

async function loadedAfter(what: string, settings: Record<string, string> = {}): Promise<unknown> {
  const script = "tests/integration/services/loaded-packages.ts";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script, what],
    { env: { ...process.env, ...settings } },
  );
  return JSON.parse(stdout);
}
