import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { countChargedMessages } from "#app/domain/outbox/views/charged-messages.server.ts";
import { readSendingFigures } from "#app/domain/outbox/views/figures.server.ts";
import { listMessageLog, messageGroups } from "#app/domain/outbox/views/message-log.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Database } from "#db/schema.ts";
import { newInstallation } from "../faults/installation.ts";
import { seedReminders } from "../faults/reminders.ts";
import { median } from "./median.ts";

const [messages, waiting, days, rounds] = [518_000, 2_000, 180, 9];

/** What Mila's owner and Prometheus ask about half a year of messages: the queries' times in ms. */
export async function monitoringFigures() {
  const folder = mkdtempSync(join(tmpdir(), "mila-bench-"));
  try {
    await using installation = await newInstallation(folder);
    const { db } = installation;
    const { people } = await seedReminders(db, 1);
    await addMessages(db, people[0]?.userId ?? "");
    const now = nowIso();
    const page = { before: undefined, timeZone: "UTC" };
    const figures: Record<string, object> = {
      "/metrics: open, late, last day": await timeOf(() => readSendingFigures(db, now)),
      "/metrics: charged in 30 days": await timeOf(() => countChargedMessages(db, now)),
    };
    for (const group of messageGroups) {
      figures[`list: ${group}`] = await timeOf(() =>
        listMessageLog(db, messageTypes, { group, ...page }, now),
      );
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Spread over the days. The newest ones wait. */
async function addMessages(db: Kysely<Database>, userId: string): Promise<void> {
  const endedStates = sql.raw(
    "json_array('delivered', 'sent', 'delivered', 'merged', 'delivered', 'cancelled')",
  );
  await sql`
    with recursive numbers(number) as (
      select 0 union all select number + 1 from numbers where number < ${messages} - 1
    ),
    times as (
      select number, cast(unixepoch() * 1000.0 - (${messages} - number) * (${days} * 86400000.0 / ${messages}) as int) as ms
      from numbers
    ),
    rows as (
      select number, strftime('%Y-%m-%dT%H:%M:%fZ', ms / 1000.0, 'unixepoch') as at,
        format('%012x', ms) as hex,
        iif(number >= ${messages} - ${waiting}, 'ready', ${endedStates} ->> (number % 6)) as state
      from times
    )
    insert into deliveries (id, kind, channel, user_id, subject_id, state, cause, dedupe_key, due_at, not_before,
      claimed_at, ended_at, created_at)
    select substr(hex, 1, 8) || '-' || substr(hex, 9) || format('-7000-8000-%012x', number), 'reminder',
      iif(number % 3 = 0, 'sms', 'push'), ${userId}, number, state, number, number, at, at,
      iif(state = 'ready', null, at), iif(state = 'ready', null, at), at
    from rows
  `.execute(db);
}

async function timeOf(
  ask: () => Promise<unknown>,
): Promise<{ "median (ms)": number; "slowest (ms)": number }> {
  await ask();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
  }
  const rounded = (ms: number) => Math.round(ms * 10) / 10;
  return { "median (ms)": rounded(median(times)), "slowest (ms)": rounded(Math.max(...times)) };
}
