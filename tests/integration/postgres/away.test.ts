import { expect, test } from "vitest";
import { emptyDatabase } from "../../support/postgres/databases.ts";
import { newWire } from "../../support/postgres/wire.ts";
import { startMila } from "../../support/product/mila.ts";
import { addTask } from "../../support/records/add-task.ts";
import { noteDatabaseUrl } from "../../support/records/open-data.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";

test.skipIf(!isOnPostgres)(
  "Mila waits for PostgreSQL at the start, says that it is away, and goes on once it is back",
  async () => {
    await using own = await emptyDatabase();
    const wire = await newWire(own.url);
    const starting = startMila({ DATABASE_URL: wire.url });
    setTimeout(() => void wire.open(), 1_500);
    await using mila = await starting;
    expect(mila.output()).toContain("Waiting for the database of DATABASE_URL");
    noteDatabaseUrl(mila.dataFolder, own.url);
    const family = await signedInFamily(mila);
    await addTask(family, { title: "Call the vet" });
    await wire.cut();
    const answer = await family.post("/dashboard", { text: "Pay the rent" });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("can't be reached");
    expect((await family.get("/dashboard")).status).toBeGreaterThanOrEqual(500);
    await wire.open();
    await expect.poll(async () => (await family.get("/dashboard")).status).toBe(200);
    await addTask(family, { title: "Buy milk" });
    const page = await (await family.get("/dashboard")).text();
    expect(page).toContain("Call the vet");
    expect(page).toContain("Buy milk");
    expect(page).not.toContain("Pay the rent");
    expect(mila.output()).not.toContain("crashed");
  },
);
