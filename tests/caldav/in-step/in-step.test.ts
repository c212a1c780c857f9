import { expect, test } from "vitest";
import { startMilaWithDatabase } from "../../integration/security/signed-in.ts";
import { testSeed } from "../../support/runner/seed.ts";
import { keepInStep } from "./in-step.ts";

const changes = Number(process.env.CALDAV_CHANGES ?? 1_000);
const minute = 60_000;

test("vdirsyncer keeps a folder and Mila in step", { timeout: 60 * minute }, async () => {
  // Only for a family that makes a month's changes in minutes.
  const many = { ADDS_A_MINUTE: "100000", ADDS_A_DAY: "100000", CHANGES_A_DAY: "100000" };
  await using mila = await startMilaWithDatabase({ ...many, API_CALLS_A_MINUTE: "100000" });
  const { report, wrong } = await keepInStep(mila, { changes, seed: testSeed() });
  console.log(report.join("\n"));
  expect(wrong).toEqual([]);
});
