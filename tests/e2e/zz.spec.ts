import { test } from "../support/browser.ts";
test("x", async ({ signIn, page, visit }) => {
  const urls: string[] = [];
  page.on("request", (r) => urls.push(r.url().replace(/^.*?\d\//, "/")));
  await signIn();
  for (const path of ["/auth", "/dashboard", "/preferences/profile", "/family"]) {
  urls.length = 0;
  await visit(path);
  await page.waitForLoadState("networkidle").catch(() => {});
  console.log(path, urls.length, urls.join(" "));
  }
});
