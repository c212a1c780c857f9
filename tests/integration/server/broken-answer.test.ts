import { sql } from "kysely";
import { expect, test } from "vitest";
import { plantTask, signedInFamily, startMilaWithDatabase } from "../security/signed-in.ts";

test.for(["identity", "gzip", "br"])(
  "an export that fails halfway is a broken file (%s), and the log says why and for which request",
  async (encoding) => {
    await using mila = await startMilaWithDatabase();
    const family = await signedInFamily(mila.db);
    await plantTask(mila.db, family);
    // One of the last in the file.
    await sql`alter table calendar_feeds rename to calendar_feeds_away`.execute(mila.db);
    const download = fetch(`${mila.url}/preferences/account/export`, {
      headers: { cookie: family.cookie, "accept-encoding": encoding },
    });
    // Compressed, so little is sent only at the end.
    await expect(download.then((answer) => answer.text())).rejects.toThrow(/terminated|failed/);

    const lines = async () =>
      (await mila.wholeOutput())
        .split("\n")
        .filter((line) => line.startsWith('{"') && line.includes('"requestId"'))
        .map((line) => JSON.parse(line));
    const request = (await lines()).find(({ route }) => route === "/preferences/account/export");
    expect(request).toMatchObject({ status: 200, aborted: true });
    expect(await lines()).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: "an answer broke off",
        requestId: request.requestId,
        err: expect.objectContaining({ message: "no such table: calendar_feeds" }),
      }),
    );
  },
);
