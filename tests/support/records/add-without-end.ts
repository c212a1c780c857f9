import { join } from "node:path";
import SQLite from "better-sqlite3";

/** For runs in which an account adds more than 60 tasks a minute: the database forgets that they were counted. */
export function addWithoutEnd(dataFolder: string): void {
  const sqlite = new SQLite(join(dataFolder, "mila.db"), { fileMustExist: true, timeout: 10_000 });
  // Older versions, which benchmarks compare, count nothing.
  const counts = sqlite.prepare("select 1 from sqlite_master where name = 'adding_requests'").get();
  if (counts) {
    sqlite.exec(`create trigger if not exists test_adds_without_end after insert on adding_requests
      begin delete from adding_requests; end`);
  }
  sqlite.close();
}
