import { join } from "node:path";
import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { startMila } from "../../support/product/mila.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { setOwner } from "../../support/people/owner.ts";
import { runCommand, temporaryFolder } from "../../support/records/backup.ts";
import { signedInFamily, startMilaWithDatabase } from "../security/signed-in.ts";

const soon = { timeout: 20_000 };

/** Where it is noon, so that no nightly backup is due. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

test("a backup made by hand is known to Mila's owner, to the metrics and to the next start", async () => {
  using data = temporaryFolder();
  using other = temporaryFolder();
  const settings = { DATA_DIR: data.folder, MILA_TIME_ZONE: noonZone() };
  {
    await using mila = await startMilaWithDatabase(settings);
    await expect.poll(() => mila.output(), soon).toContain("Backup: No backup yet.");
    const { cookie, userId } = await signedInFamily(mila.db);
    await setOwner(mila.db, "id", userId);
    const anHourAgo = earlierBy(nowIso(), { hours: 1 });
    await mila.db.updateTable("users").set({ created_at: anHourAgo }).execute();
    const open = async (path: string, headers: Record<string, string> = { cookie }) =>
      (await rawRequest(mila.url, path, { headers })).text;
    const page = "/preferences/instance";
    const [, token] =
      /id="metrics-token"[^>]*value="([\w-]{43})"/.exec(await open(`${page}/deliveries`)) ?? [];
    const readAge = async () => {
      const text = await open("/metrics", { authorization: `Bearer ${token}` });
      return Number(/^mila_backup_age_seconds (.+)$/m.exec(text)?.[1]);
    };
    expect(await open(page)).toContain("No backup yet.");
    expect(await readAge()).toBeGreaterThanOrEqual(3_600);

    const made = await runCommand("backup", join(other.folder, "mila.db"), { folder: data.folder });
    expect(made.code).toBe(0);
    expect(await open(page)).toMatch(
      /: by npm run backup\. Mila makes another one every night in \S+\/backups\./,
    );
    expect(await open(page)).not.toContain("No backup yet.");
    expect(await readAge()).toBeLessThan(3_600);
  }
  await using mila = await startMila(settings);
  await expect.poll(() => mila.output(), soon).toContain("The first account is Mila's owner");
  expect(mila.output()).not.toContain("No backup yet.");
});
