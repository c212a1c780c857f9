import { openDatabase } from "#db/connection.server.ts";

const [file = "", changes = ""] = process.argv.slice(2);
const db = openDatabase(file);
for (let change = 0; change < Number(changes); change += 1) {
  await db.transaction().execute(async (trx) => {
    const { version } = await trx
      .selectFrom("tasks")
      .select("version")
      .where("id", "=", "shared")
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("tasks")
      .set({ version: version + 1 })
      .where("id", "=", "shared")
      .execute();
  });
}
await db.destroy();
