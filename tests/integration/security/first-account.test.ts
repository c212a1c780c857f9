import { expect, test } from "vitest";
import { rawPost, rawRequest } from "../../support/raw-request.ts";
import { signedInFamily, startMilaWithDatabase } from "./signed-in.ts";

const page = "/preferences/instance";

test("only the first account can see how the instance is set up", async () => {
  await using mila = await startMilaWithDatabase({
    SMTP_URL: "smtp://u:p4ssw0rd@127.0.0.1:1",
    EMAIL_FROM: "m@example.com",
  });
  const [first, second] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const get = (path: string, { cookie }: { cookie: string }) => rawRequest(mila.url, path, { headers: { cookie } });
  const shown = await get(page, first);
  expect([shown.status, shown.text]).toEqual([
    200,
    expect.stringContaining("Sent by your mail server from m@example.com."),
  ]);
  expect(shown.text).not.toContain("p4ssw0rd");
  expect((await get("/preferences", first)).text).toContain(`href="${page}"`);

  for (const path of [page, `${page}.data`]) {
    const answer = await get(path, second);
    expect([answer.status, answer.text.includes("mail server")]).toEqual([404, false]);
  }
  expect((await get("/preferences", second)).text).not.toContain(page);
  expect((await rawPost(mila.url, page, {}, { cookie: first.cookie })).status).toBe(405);

  // After the first account is deleted, the oldest is first.
  await mila.db.updateTable("users").set({ created_at: "2099" }).where("id", "=", first.userId).execute();
  expect((await get(page, second)).status).toBe(200);
});
