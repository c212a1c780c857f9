import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { compileCache } from "../../scripts/start/compile-cache.js";
import { startFakeGoogle } from "../fakes/google.ts";
import { startFakePostmark } from "../fakes/postmark.ts";
import { startFakeSmtp } from "../fakes/smtp.ts";
import { startFakeTwilio } from "../fakes/twilio.ts";
import type { FirstUse } from "./first-use-process.ts";

const runs = 5;

/** The cost of each provider's first and second use in a running process: medians of five. */
export async function firstUseFigures(): Promise<Record<string, FirstUse>> {
  await using twilio = await startFakeTwilio({ isReporting: false });
  await using postmark = await startFakePostmark();
  await using smtp = await startFakeSmtp();
  await using google = await startFakeGoogle();
  const token = google.allow("nora@example.com");
  return {
    "a text by Twilio": await medianUse("text", twilio.settings),
    "an email by Postmark": await medianUse("email", postmark.settings),
    "an email by a mail server": await medianUse("email", smtp.settings),
    "an entry in Google Calendar": await medianUse("entry", {
      ...google.settings,
      REFRESH_TOKEN: token,
    }),
    "signing in with Google": await medianUse("sign-in", google.settings),
  };
}

async function medianUse(what: string, settings: Record<string, string>): Promise<FirstUse> {
  // With a warm compile cache as in the product, so the first process does not count.
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...settings };
  const options = [
    "--disable-warning=ExperimentalWarning",
    "tests/bench/first-use-process.ts",
    what,
  ];
  const uses: FirstUse[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, options, { env });
    if (run > 0) uses.push(JSON.parse(stdout));
  }
  const median = (figure: keyof FirstUse) =>
    uses.map((use) => use[figure]).toSorted((a, b) => a - b)[runs >> 1] ?? 0;
  return {
    "first (ms)": median("first (ms)"),
    "first (MB)": median("first (MB)"),
    "next (ms)": median("next (ms)"),
  };
}
