import { expect, test } from "vitest";
import { rawRequest } from "../../support/product/raw-request.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { plantTask, signedInFamily } from "../security/signed-in.ts";

test("titles in any script reach the page unchanged", async () => {
  await using mila = await sharedMila();
  for (const letter of ["é", "ж", "家", "🏠"]) {
    const family = await signedInFamily(mila.db);
    // React's streams write 2,048 bytes at a time, and put NUL bytes where a multi-byte character
    // crosses the end.
    const titles = Array.from({ length: 50 }, (_, at) => letter.repeat(100 + at));
    for (const title of titles) await plantTask(mila.db, family, { title });
    const { text } = await rawRequest(mila.url, "/dashboard?open=household-no-date.50", {
      headers: { cookie: family.cookie },
    });
    const changed = titles.filter((title) => !text.includes(`>${title}<`));
    expect([letter, text.includes("\0"), changed]).toEqual([letter, false, []]);
  }
});
