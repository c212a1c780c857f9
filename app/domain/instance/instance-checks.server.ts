import type { Kysely } from "kysely";
import { readSendingHealth } from "#app/domain/outbox/views/health.server.ts";
import { countWithoutChannel } from "#app/domain/outbox/views/without-channel.server.ts";
import type { Database } from "#db/schema.ts";
import { findSharedNetworks } from "#app/domain/accounts/sessions/shared-network.server.ts";
import { findDoubt } from "./clock-doubt.server.ts";
import type { Check } from "./check.ts";
import {
  backupOfPostgres,
  checkBackup,
  checkClock,
  checkDisk,
  checkHeld,
  checkKeys,
  checkPostgres,
  checkProxy,
  checkQueue,
  checkReach,
  checkSharedNetwork,
  checkVersion,
  checkWorker,
  type DataFolder,
  type DiskShares,
} from "./check-running.ts";
import { checkSettings, type SettingsToCheck } from "./check-settings.ts";
import type { KeysState } from "./keys/keys-state.server.ts";
import { findManualBackup } from "./manual-backup.server.ts";
import { findHeld } from "./restored-backup.server.ts";
import { findBackupFailure } from "./nightly-backup.server.ts";

export async function findInstanceChecks(
  db: Kysely<Database>,
  about: {
    settings: SettingsToCheck & DiskShares & { REDIS_URL?: string; DATABASE_URL?: string };
    folder: DataFolder;
    /** The size of the database, if it is PostgreSQL. */
    postgresBytes?: number;
    timeZone: string;
    keys: KeysState;
    mayHaveProxy: boolean;
  },
  now: string,
): Promise<Check[]> {
  const { workers, queues, paused } = await readSendingHealth(db, now);
  const withPauses = checkSettings(about.settings).map((check): Check => {
    const pause = paused.find(({ channel }) => channel === check.channel);
    if (!pause) return check;
    return {
      ...check,
      status: "problem",
      text: `${check.text} Sending is paused: ${pauseReason(pause.reason)}`,
    };
  });
  return [
    ...withPauses,
    checkWorker({ workers }),
    checkQueue({ queues, isRedisSet: about.settings.REDIS_URL !== undefined }),
    about.settings.DATABASE_URL
      ? backupOfPostgres
      : checkBackup(about.folder, {
          failure: await findBackupFailure(db),
          manualAt: await findManualBackup(db, now),
          timeZone: about.timeZone,
        }),
    ...checkPostgres(about.postgresBytes),
    checkDisk(about.folder, about.settings),
    ...checkKeys(about.keys),
    ...checkProxy(about.mayHaveProxy),
    ...checkClock(await findDoubt(db, now), { now, timeZone: about.timeZone }),
    checkVersion(await readVersion(db)),
    ...checkHeld(await findHeld(db)),
    ...checkReach(await countWithoutChannel(db, now)),
    ...(await findSharedNetworks(db, now)).map(checkSharedNetwork),
  ];
}

function pauseReason(reason: string): string {
  if (reason === "misconfigured") return "the provider rejected these settings.";
  return "the provider asked Mila to wait.";
}

/** Reads the version and the migration that each start records. */
async function readVersion(db: Kysely<Database>): Promise<{ version: string; migration: string }> {
  const facts = await db
    .selectFrom("instance_facts")
    .select(["name", "value"])
    .where("name", "in", ["version", "migration"])
    .execute();
  const findValue = (wanted: string) =>
    facts.find(({ name }) => name === wanted)?.value ?? "unknown";
  return { version: findValue("version"), migration: findValue("migration") };
}
