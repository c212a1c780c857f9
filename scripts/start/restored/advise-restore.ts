import { listBackups } from "#app/config/data-folder.server.ts";
import { errorCode } from "#db/errors.ts";

/** For a damaged database, the newest nightly backup and how to restore it. */
export function adviseRestore(error: unknown, dataFolder: string): string[] {
  if (!/^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error))) return [];
  const [newest] = listBackups(dataFolder, "nightly");
  if (!newest) return [`The database is damaged, and there is no backup in ${dataFolder}/backups. See docs/backup.md.`];
  const when = newest.madeAt.slice(0, 16).replace("T", " ");
  return [
    `The database is damaged. To go back to the newest backup, of ${when} UTC: npm run restore -- ${newest.file}`,
  ];
}
