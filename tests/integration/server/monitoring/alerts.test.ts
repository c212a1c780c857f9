import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMetrics } from "#app/server/monitoring/registry.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { addDelivery } from "../../../support/records/add-delivery.ts";
import { newDatabase } from "../../../support/records/database.ts";
import { newFamily } from "../../../support/records/family.ts";

const rules = "docs/monitoring/alerts.yml";
const cases = "tests/integration/server/monitoring/alert-cases.yml";

/** Prometheus's own tool, which also reads what it would read from Mila. */
function promtool(args: string[], input = "") {
  const { error, status, stdout, stderr } = spawnSync("promtool", args, {
    input,
    encoding: "utf8",
  });
  return { isMissing: error !== undefined, status, output: stdout + stderr };
}

test("each rule for Prometheus fires when it should, and none when all is well", (context) => {
  const { isMissing, ...result } = promtool(["test", "rules", cases]);
  if (isMissing) return context.skip("promtool is not installed");
  expect(result).toEqual({ status: 0, output: expect.stringContaining("SUCCESS") });
  const alerts = [...readFileSync(rules, "utf8").matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const tried = readFileSync(cases, "utf8");
  expect(alerts.length).toBeGreaterThan(5);
  expect(alerts.filter((name) => !tried.includes(`alertname: ${name}`))).toEqual([]);
});

test("metrics are written as Prometheus wants them", async (context) => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  for (const state of ["ready", "sent", "failed"] as const)
    await addDelivery(own.db, nora, { state });
  const text = await readMetrics(new Map([[200, 7]]), nowIso());
  expect(text).toContain('mila_lateness_seconds{percentile="99"}');
  const { isMissing, ...result } = promtool(["check", "metrics"], text);
  if (isMissing) return context.skip("promtool is not installed");
  expect(result).toEqual({ status: 0, output: "" });
});
