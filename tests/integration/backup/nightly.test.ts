import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listBackups } from "#app/config/data-folder.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { openDatabase } from "#db/connection.server.ts";
import { backUpNightly } from "#jobs/files/nightly-backup.ts";
import { fillFolder, readPackedBackup, temporaryFolder } from "../../support/records/backup.ts";
import { startMila } from "../../support/product/mila.ts";
import { askReadiness } from "../../support/product/readiness.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";

/** No name belongs to this user. */
const otherUser = 54_321;

/** A Mila in New York since the afternoon of May 4. */
async function newInstance() {
  const { folder, ...data } = temporaryFolder();
  await fillFolder(folder, 3);
  const db = openDatabase(join(folder, "mila.db"));
  onTestFinished(async () => {
    await db.destroy();
    data[Symbol.dispose]();
  });
  await db.updateTable("users").set({ created_at: "2031-05-04T18:00:00.000Z" }).execute();
  const logged: string[] = [];
  const log = { info: () => undefined, error: ({ why }: { why: string }) => void logged.push(why) };
  const look = (now: string) => backUpNightly(db, folder, "America/New_York", log, now);
  const made = () => listBackups(folder, "nightly").map(({ madeAt }) => madeAt);
  return { folder, db, logged, look, made };
}

test("one backup is made each night at three, starting the night after installation", async () => {
  const { folder, look, made } = await newInstance();
  const looks = [
    "2031-05-04T18:01",
    "2031-05-05T06:59",
    "2031-05-05T07:00",
    "2031-05-05T07:01",
    "2031-05-05T23:00",
  ];
  for (const minute of looks) await look(`${minute}:00.000Z`);
  expect(made()).toEqual(["2031-05-05T07:00:00.000Z"]);
  expect(await readPackedBackup(listBackups(folder, "nightly")[0]?.file ?? "")).toMatchObject({
    tasks: 3,
  });
});

test("a machine that was off at night makes the backup when it is on again", async () => {
  const { look, made } = await newInstance();
  for (const minute of ["2031-05-08T14:30", "2031-05-08T14:31"]) await look(`${minute}:00.000Z`);
  expect(made()).toEqual(["2031-05-08T14:30:00.000Z"]);
});

test("only one of several workers makes the backup", async () => {
  const { look, made } = await newInstance();
  await Promise.all(Array.from({ length: 4 }, () => look("2031-05-05T07:00:00.000Z")));
  expect(made()).toHaveLength(1);
});

function leaveAWeek(folder: string): void {
  mkdirSync(join(folder, "backups"));
  for (let day = 5; day <= 11; day += 1) {
    const name = `nightly-2031-05-${String(day).padStart(2, "0")}T07-00-00-000Z.db`;
    writeFileSync(join(folder, "backups", name), "");
  }
}

test("seven backups are kept", async () => {
  const { folder, look, made } = await newInstance();
  leaveAWeek(folder);
  await look("2031-05-12T07:00:00.000Z");
  expect(made()).toHaveLength(7);
  expect([made()[0], made().at(-1)]).toEqual([
    "2031-05-12T07:00:00.000Z",
    "2031-05-06T07:00:00.000Z",
  ]);
});

test("a failed backup is reported, deletes no older one, and is retried in an hour", async () => {
  const { folder, look, made, logged, db } = await newInstance();
  leaveAWeek(folder);
  const before = made();
  const inTheWay = join(folder, "backups", "nightly-2031-05-12T07-00-00-000Z.db.part");
  mkdirSync(inTheWay);
  await look("2031-05-12T07:00:00.000Z");
  expect(logged).toEqual([expect.stringContaining("EISDIR")]);
  expect(made()).toEqual(before);
  const failure = () =>
    db
      .selectFrom("instance_facts")
      .select("value")
      .where("name", "=", "backup_failure")
      .executeTakeFirst();
  expect(await failure()).toMatchObject({ value: expect.stringContaining("EISDIR") });
  rmSync(inTheWay, { recursive: true });
  await look("2031-05-12T07:59:00.000Z");
  expect(made()).toEqual(before);
  await look("2031-05-12T08:00:00.000Z");
  expect(made()[0]).toBe("2031-05-12T08:00:00.000Z");
  expect(await failure()).toBeUndefined();
});

test("the health page reports a failed backup", async () => {
  await using mila = await sharedMila();
  const ready = askReadiness(mila);
  const degraded = async () => JSON.parse((await ready()).text).degraded ?? [];
  expect(await degraded()).not.toContain("the last backup failed");
  await mila.db
    .insertInto("instance_facts")
    .values({ name: "backup_failure", value: "no room" })
    .execute();
  // In a server's first 30 s nothing is degraded.
  await expect.poll(degraded, { timeout: 40_000 }).toContain("the last backup failed");
  await mila.db.deleteFrom("instance_facts").where("name", "=", "backup_failure").execute();
});

test("the worker of npm start makes the backup", async () => {
  using data = temporaryFolder();
  await fillFolder(data.folder, 3);
  await using db = openDatabase(join(data.folder, "mila.db"));
  await db
    .updateTable("users")
    .set({ created_at: earlierBy(nowIso(), { hours: 24 }) })
    .execute();
  await using _mila = await startMila({ DATA_DIR: data.folder });
  await expect.poll(() => listBackups(data.folder, "nightly"), { timeout: 60_000 }).toHaveLength(1);
});

test("a worker that runs at the lowest priority makes the backup, too", async () => {
  using data = temporaryFolder();
  const folder = join(data.folder, "data");
  mkdirSync(folder);
  await fillFolder(folder, 3);
  {
    await using db = openDatabase(join(folder, "mila.db"));
    await db
      .updateTable("users")
      .set({ created_at: earlierBy(nowIso(), { hours: 24 }) })
      .execute();
  }
  // Root may raise a priority, and nobody else.
  const isRoot = process.getuid?.() === 0;
  const asOther = isRoot ? `setpriv --reuid=${otherUser} --regid=${otherUser} --clear-groups` : "";
  if (isRoot) giveTo(otherUser, data.folder, folder);
  const nice = join(data.folder, "node");
  writeFileSync(
    nice,
    `#!/bin/sh\nPATH=/usr/bin:/bin exec nice -n 19 ${asOther} ${process.execPath} "$@"\n`,
    {
      mode: 0o755,
    },
  );
  await using mila = await startMila({ DATA_DIR: folder }, nice);
  await expect.poll(mila.output, { timeout: 60_000 }).toContain("nightly backup done");
  expect(listBackups(folder, "nightly")).toHaveLength(1);
});

/** Lets the user pass through the folder of this run's temporary files. */
function giveTo(user: number, outer: string, folder: string): void {
  for (const path of [tmpdir(), outer]) chmodSync(path, statSync(path).mode | 0o011);
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, user, user);
}
