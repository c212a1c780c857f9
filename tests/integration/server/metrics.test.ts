import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { addDelivery } from "../../support/records/add-delivery.ts";
import { newFamily } from "../../support/records/family.ts";
import { setOwner } from "../../support/people/owner.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../security/signed-in.ts";

test("metrics need the token that only the owner sees", async () => {
  await using mila = await sharedMila();
  const ask = (authorization?: string) =>
    rawRequest(mila.url, "/metrics", { headers: authorization ? { authorization } : {} });
  for (const wrong of [undefined, "Bearer x", `Bearer ${"x".repeat(43)}`, "Basic YTpi"])
    expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 401]);

  const owner = await signedInFamily(mila.db);
  await setOwner(mila.db, "id", owner.userId);
  const headers = { cookie: owner.cookie };
  const page = await rawRequest(mila.url, "/preferences/instance/deliveries", { headers });
  const token = /id="metrics-token"[^>]*value="([\w-]{43})"/.exec(page.text)?.[1] ?? "";
  const answer = await ask(`Bearer ${token}`);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, expect.stringContaining("text/plain")]);
  expect(answer.text).toContain("process_cpu_seconds_total");
});

test("metrics tell what waits, what failed and how late messages went out", async () => {
  await using mila = await sharedMila();
  await mila.db.deleteFrom("deliveries").execute();
  const owner = await signedInFamily(mila.db);
  await setOwner(mila.db, "id", owner.userId);
  const page = await rawRequest(mila.url, "/preferences/instance/deliveries", { headers: { cookie: owner.cookie } });
  const token = /id="metrics-token"[^>]*value="([\w-]{43})"/.exec(page.text)?.[1] ?? "";
  const read = async () =>
    (await rawRequest(mila.url, "/metrics", { headers: { authorization: `Bearer ${token}` } })).text;

  expect(await read()).toContain("mila_oldest_due_seconds 0");
  const family = await newFamily(mila.db);
  await addDelivery(mila.db, family, { state: "ready", channel: "email" });
  await addDelivery(mila.db, family, { state: "failed", kind: "reminder" });
  await addDelivery(mila.db, family, { state: "sent", reason: "unclear", channel: "ntfy", kind: "reminder" });
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
    'mila_lateness_seconds{quantile="0.99"} 7',
    'mila_channel_paused{channel="sms",reason="misconfigured"} 1',
    "mila_copies_last_day 1",
    // The copy costs too.
    'mila_charged_messages{channel="sms"} 2',
    'mila_charged_messages{channel="whatsapp"} 0',
    "mila_backup_failed 0",
  ])
    expect(text).toContain(line);
  await expect.poll(read, { timeout: 20_000 }).toContain("mila_workers 1");

  const examples = ["grafana-dashboard.json", "alerts.yml"].map((name) => `docs/monitoring/${name}`);
  const named = [...examples, "docs/monitoring.md"].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b(?:mila|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !text.includes(`# HELP ${name} `))).toEqual([]);
});
