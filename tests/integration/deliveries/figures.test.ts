import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { readSendingFigures } from "#app/domain/outbox/views/figures.server.ts";
import type { Database } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const messages = 5_000;

/** The newest of them is a second old, and each was sent a second after its time. */
async function addMessagesOfToday(db: Kysely<Database>, { userId }: TestFamily): Promise<void> {
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${messages}),
    times as (select n, cast(unixepoch() * 1000 - n * 1000 as int) as ms from numbers),
    rows as (
      select n, strftime('%Y-%m-%dT%H:%M:%fZ', ms / 1000.0, 'unixepoch') as due,
        strftime('%Y-%m-%dT%H:%M:%fZ', ms / 1000.0 + 1, 'unixepoch') as sent,
        format('%012x', ms) as hex from times
    )
    insert into deliveries (id, kind, channel, user_id, subject_id, state, cause, dedupe_key, due_at, not_before,
      claimed_at, repeated_at, created_at)
    select substr(hex, 1, 8) || '-' || substr(hex, 9) || format('-7000-8000-%012x', n), 'reminder', 'push', ${userId},
      n, iif(n % 2, 'sent', 'failed'), n, n, due, due, sent, iif(n % 100, null, sent), due
    from rows
  `.execute(db);
}

test.skipIf(skippedOnPostgres.sql)(
  "the figures of a busy day are read a few at a time, with room for pages in between",
  async () => {
    await using own = newDatabase();
    await addMessagesOfToday(own.db, await newFamily(own.db));
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const { lastDay, copies, lateness } = await readSendingFigures(own.db, nowIso());
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(messages / 1_000);
    const day = { kind: "reminder", channel: "push", count: messages / 2 };
    expect(lastDay).toHaveLength(2);
    expect(lastDay).toEqual(
      expect.arrayContaining([
        { ...day, state: "sent" },
        { ...day, state: "failed" },
      ]),
    );
    expect({ copies, lateness }).toEqual({ copies: messages / 100, lateness: { p50: 1, p99: 1 } });
  },
);
