import { existsSync, renameSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadSettings } from "../start/settings/load-settings.ts";
import { requireOnlyInstance } from "../start/only-instance.ts";
import { count, printable } from "../start/words.ts";

/** An index of millions of rows takes minutes. */
const patienceMs = 600_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { back: { type: "boolean", default: false } },
});
const env = await loadSettings();
const { isPostgresUrl, postgresUrlRule } = await import("#app/config/postgres-url.ts");
const { databaseFile, openDatabase, openSingleFile } = await import("#db/connection.server.ts");
const { errorCode } = await import("#db/errors.ts");
const { openPostgres } = await import("#db/dialects/postgres/open.ts");
const { markMoved } = await import("#db/dialects/postgres/migrate.ts");
const { whileNoneRuns } = await import("#db/dialects/postgres/session-locks.ts");
const { migrateToLatest, readPending } = await import("#db/migrate.ts");
const { MoveError, moveToPostgres, moveToSqlite } = await import("#db/move.ts");

try {
  const [url = ""] = positionals;
  if (!isPostgresUrl(url))
    throw new MoveError(
      `name ${postgresUrlRule}: npm run move -- postgres://mila:password@host/mila`,
    );
  requireOnlyInstance(env.DATA_DIR);
  await using postgres = openPostgres(url, patienceMs);
  const isAlone = await whileNoneRuns(postgres, () =>
    values.back ? moveBack(postgres) : moveThere(postgres),
  );
  if (!isAlone)
    throw new MoveError("Mila still runs with that database: stop her on every machine first");
} catch (error) {
  const isKnown = error instanceof MoveError || errorCode(error) !== "";
  console.error(isKnown ? printable(`Nothing was moved: ${(error as Error).message}`) : error);
  process.exitCode = 1;
}

async function moveThere(postgres: ReturnType<typeof openPostgres>): Promise<void> {
  const file = databaseFile();
  if (!existsSync(file)) throw new MoveError(`there is no database in ${env.DATA_DIR}`);
  const sqlite = openSingleFile(file);
  try {
    if ((await readPending(sqlite)).length > 0)
      throw new MoveError("the database is from an older version: start this one once before");
    report(await moveToPostgres(sqlite, postgres));
  } finally {
    await sqlite.destroy();
  }
  // Two Milas with the same reminders would both send them.
  renameSync(file, `${file}.moved`);
  console.log(`The old database is kept at ${file}.moved. Now set DATABASE_URL, and start Mila.`);
}

async function moveBack(postgres: ReturnType<typeof openPostgres>): Promise<void> {
  const file = databaseFile();
  if (existsSync(file)) throw new MoveError(`${file} is there already: move it elsewhere`);
  const draft = `${file}.moving`;
  const sqlite = openDatabase(draft);
  try {
    await migrateToLatest(sqlite);
    report(await moveToSqlite(postgres, sqlite));
  } finally {
    await sqlite.destroy();
  }
  await markMoved(postgres);
  renameSync(draft, file);
  console.log("Now remove DATABASE_URL, and start Mila.");
}

function report(rows: number): void {
  console.log(`Moved ${count(rows, "row")}, and found each as it was.`);
}
