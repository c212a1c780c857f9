import { sharedMila } from "../../../../support/product/shared-mila.ts";
import { olderAccount, newEmail } from "../../account.ts";
import { Client } from "../../client.ts";
import { type Row, Trial } from "../../row.ts";

const paths = [
  "/%5c",
  "/%5c%5cevil.example",
  "/%5C/dashboard",
  "//evil.example",
  "/webhooks/twilio/status",
  "/webhooks/postmark",
  "/webhooks/a/b",
  "/webhooks/a",
  "/%2e%2e",
  "/%00",
  "/%E0%A4%A",
  "/.env",
  "/.git/config",
  "/build/server/index.js",
];

export const oddPaths: Row = {
  name: "odd paths with a session and a foreign Origin",
  run: async (target) => {
    const trial = new Trial();
    const account = await olderAccount(target);
    const origins: Record<string, string>[] = [{}, { origin: "https://evil.example" }];
    for (const path of paths)
      for (const headers of origins)
        for (const method of ["GET", "POST", "TRACE", "PUT", "DELETE"]) {
          const { status } = await account.send(path, { method, headers });
          trial.refused(status < 500 && status !== 200, `${method} ${path} answered ${status}`);
        }
    trial.works((await account.get("/dashboard")).status === 200, "the session itself");
    return trial.outcome;
  },
};

export const plainCookies: Row = {
  name: "cookies that another host could set, on https",
  run: async () => {
    await using mila = await sharedMila("public");
    const trial = new Trial();
    const [client, email, password] = [new Client(mila.url), newEmail(), "correct horse 7"];
    const headers = { host: new URL(mila.origin).host, origin: mila.origin };
    const names = new Set<string>();
    for (const [path, form] of [
      ["/theme", { theme: "dark" }],
      ["/auth", { mode: "signup", email, password }],
      ["/auth", { mode: "login", email, password }],
    ] as const) {
      const answer = await client.post(path, form, headers);
      for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
        const [name = ""] = line.split("=");
        names.add(name);
        trial.refused(
          name.startsWith("__Host-") && /;\s*secure/i.test(line),
          `${name} is not __Host-`,
        );
      }
    }
    for (const name of ["mila_theme", "mila_toast", "mila_session"])
      trial.works(names.has(`__Host-${name}`), `the cookie ${name}`);
    return trial.outcome;
  },
};
