import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { addDelivery } from "../../../support/records/add-delivery.ts";
import { newFamily } from "../../../support/records/family.ts";
import { setOwner } from "../../../support/people/owner.ts";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../../security/signed-in.ts";

const valueOf = (text: string, name: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1],
  );

/** Reads the metrics as Prometheus does, with the token that only the owner sees. */
async function newMonitor(mila: SharedMila) {
  const owner = await signedInFamily(mila.db);
  await setOwner(mila.db, "id", owner.userId);
  const headers = { cookie: owner.cookie };
  const page = await rawRequest(mila.url, "/preferences/instance/deliveries", { headers });
  const token = /id="metrics-token"[^>]*value="([\w-]{43})"/.exec(page.text)?.[1] ?? "";
  const authorization = `Bearer ${token}`;
  return () => rawRequest(mila.url, "/metrics", { headers: { authorization } });
}

test("metrics need the token that only the owner sees", async () => {
  await using mila = await sharedMila();
  const ask = (authorization?: string) =>
    rawRequest(mila.url, "/metrics", { headers: authorization ? { authorization } : {} });
  for (const wrong of [undefined, "Bearer x", `Bearer ${"x".repeat(43)}`, "Basic YTpi"])
    expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 401]);

  const answer = await (await newMonitor(mila))();
  expect([answer.status, answer.headers["content-type"]]).toEqual([
    200,
    expect.stringContaining("text/plain"),
  ]);
  expect(answer.text).toContain("process_cpu_seconds_total");
});

test("metrics tell of backups, the disk, and how requests ended", async () => {
  await using mila = await sharedMila();
  const ask = await newMonitor(mila);
  const read = async (name: string) => valueOf((await ask()).text, name);
  expect(await read("mila_database_bytes")).toBeGreaterThan(100_000);
  expect(await read("mila_disk_free_bytes")).toBeGreaterThan(0);
  expect(await read("mila_disk_used_ratio")).toBeLessThanOrEqual(1);

  // Old accounts without a backup would get one within a minute.
  await writeFact(mila.db, "backup_claimed_at", nowIso());
  const backups = join(mila.dataFolder, "backups");
  rmSync(backups, { recursive: true, force: true });
  await mila.db.updateTable("users").set({ created_at: "2026-01-01T00:00:00.000Z" }).execute();
  const yearMs = Date.now() - Date.parse("2026-01-01T00:00:00.000Z");
  expect(await read("mila_backup_age_seconds")).toBeCloseTo(yearMs / 1_000, -3);
  mkdirSync(backups, { recursive: true });
  const stamp = earlierBy(nowIso(), { hours: 5 }).replaceAll(/[:.]/g, "-");
  writeFileSync(join(backups, `nightly-${stamp}.db`), "");
  expect(await read("mila_backup_age_seconds")).toBeCloseTo(5 * 3_600, -3);

  const missing = 'mila_requests_total{status="404"}';
  const before = (await read(missing)) || 0;
  await rawRequest(mila.url, "/no-such-page");
  await expect.poll(() => read(missing)).toBe(before + 1);
});

test("metrics tell what waits, what failed and how late messages went out", async () => {
  await using mila = await sharedMila();
  await mila.db.deleteFrom("deliveries").execute();
  const ask = await newMonitor(mila);
  const read = async () => (await ask()).text;

  expect(await read()).toContain("mila_oldest_due_seconds 0");
  const family = await newFamily(mila.db);
  await addDelivery(mila.db, family, { state: "ready", channel: "email" });
  await addDelivery(mila.db, family, { state: "failed", kind: "reminder" });
  await addDelivery(mila.db, family, {
    state: "sent",
    reason: "unclear",
    channel: "ntfy",
    kind: "reminder",
  });
  const id = await addDelivery(mila.db, family, { state: "sent", kind: "reminder" });
  const now = nowIso();
  const late = { due_at: now, claimed_at: laterBy(now, { seconds: 7 }), repeated_at: now };
  await mila.db.updateTable("deliveries").set(late).where("id", "=", id).execute();
  const pause = {
    channel: "sms",
    reason: "misconfigured",
    paused_at: now,
    until: laterBy(now, { minutes: 5 }),
  } as const;
  await mila.db.insertInto("channel_pauses").values(pause).execute();
  const text = await read();
  for (const line of [
    'mila_messages_open{channel="email",state="ready"} 1',
    'mila_messages_last_day{kind="reminder",channel="sms",state="failed"} 1',
    'mila_messages_last_day{kind="reminder",channel="ntfy",state="unconfirmed"} 1',
    'mila_lateness_seconds{percentile="99"} 7',
    'mila_channel_paused{channel="sms",reason="misconfigured"} 1',
    "mila_copies_last_day 1",
    // The copy costs too.
    'mila_charged_messages{channel="sms"} 2',
    'mila_charged_messages{channel="whatsapp"} 0',
    "mila_backup_failed 0",
  ])
    expect(text).toContain(line);
  await expect.poll(read, { timeout: 20_000 }).toContain("mila_workers 1");
  await expect
    .poll(async () => valueOf(await read(), "mila_worker_memory_bytes"))
    .toBeGreaterThan(1e7);

  const examples = ["grafana-dashboard.json", "alerts.yml"].map(
    (name) => `docs/monitoring/${name}`,
  );
  const named = [...examples, "docs/monitoring.md"].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b(?:mila|process|nodejs)_[a-z0-9_]+\b/g)].map(
      ([name]) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !text.includes(`# HELP ${name} `))).toEqual([]);
});
