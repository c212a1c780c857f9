import { expect, test } from "vitest";
import { rawRequest } from "../../support/product/raw-request.ts";
import { setOwner } from "../../support/people/owner.ts";
import { newFamily } from "../../support/records/family.ts";
import {
  type MilaWithDatabase,
  signedInFamily,
  startMilaWithDatabase,
} from "../security/signed-in.ts";

const words = "If Mila is behind a reverse proxy, all visitors share its address and limits";

const throughProxy = { "x-forwarded-for": "203.0.113.5" };

async function timesLogged({ wholeOutput }: MilaWithDatabase): Promise<number> {
  return (await wholeOutput()).split(words).length - 1;
}

test("requests through a proxy that TRUST_PROXY doesn't name are said once in the log, and to Mila's owner", async () => {
  await using mila = await startMilaWithDatabase();
  const { cookie, userId } = await signedInFamily(mila.db);
  await setOwner(mila.db, "id", userId);
  const openInstance = async (headers: Record<string, string>) =>
    (await rawRequest(mila.url, "/preferences/instance", { headers })).text;

  expect(await openInstance({ cookie })).not.toContain("TRUST_PROXY");
  expect(await timesLogged(mila)).toBe(0);
  for (let visit = 0; visit < 3; visit += 1)
    await rawRequest(mila.url, "/auth", { headers: throughProxy });
  expect(await openInstance({ cookie })).toContain(words);
  const line = (await mila.wholeOutput()).split("\n").find((found) => found.includes(words));
  expect(JSON.parse(line ?? "")).toMatchObject({
    level: 40,
    msg: expect.stringContaining("set TRUST_PROXY, as docs/settings.md describes"),
  });
  expect(await timesLogged(mila)).toBe(1);
  expect(line).not.toContain("203.0.113");

  const others = await signedInFamily(mila.db);
  for (const path of ["/preferences/instance", "/preferences", "/dashboard"])
    expect(
      (await rawRequest(mila.url, path, { headers: { cookie: others.cookie } })).text,
    ).not.toContain("TRUST_PROXY");
});

test.for(["0", "1"])("TRUST_PROXY=%s is an answer, so nothing is said", async (TRUST_PROXY) => {
  await using mila = await startMilaWithDatabase({ TRUST_PROXY });
  await newFamily(mila.db);
  await rawRequest(mila.url, "/auth", { headers: throughProxy });
  expect(await timesLogged(mila)).toBe(0);
});
