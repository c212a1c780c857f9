import { startMila } from "../../../support/mila.ts";
import { addMember, findOn, newAccount, newEmail } from "../account.ts";
import { Client } from "../client.ts";
import { Judge } from "../judge.ts";
import type { Row } from "../row.ts";
import type { Target } from "../target.ts";

/** A product without mail, as after the first start at home. */
async function withoutMail<Result>(
  use: (site: { url: string; judge: Judge; canMail: false; linkTo: Target["linkTo"] }) => Promise<Result>,
  settings: Record<string, string> = {},
) {
  await using mila = await startMila({ TRUST_PROXY: "1", ...settings });
  const judge = new Judge();
  const linkTo = () => Promise.reject(new Error("There is no mail"));
  const result = await use({ url: mila.url, judge, canMail: false, linkTo });
  return { result, found: judge.found };
}

const joinsWithoutLink: Row = {
  name: "joining without the link",
  run: async () => {
    const { result, found } = await withoutMail(async (site) => {
      const [owner, email] = [await newAccount(site), newEmail("invited")];
      await owner.post("/preferences/family/invite", { inviteeEmail: email });
      const stranger = await newAccount(site, { email });
      const renamed = await newAccount(site);
      const other = newEmail("invited");
      await owner.post("/preferences/family/invite", { inviteeEmail: other });
      await renamed.post("/preferences/account/email", { email: other, password: renamed.password });
      const through = [];
      for (const [how, account] of Object.entries({ "signing up with": stranger, "changing to": renamed })) {
        const { text } = await account.get("/dashboard");
        const token =
          /name="token"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? /accept-invitation\?token=([\w.-]+)/.exec(text)?.[1];
        if (token === undefined) continue;
        const joined = await account.post("/accept-invitation", { token });
        through.push(
          `${how} an invited address ${joined.headers.location === "/family" ? "joins its family" : "shows the link"}`,
        );
      }
      return through;
    });
    return { tried: 2, through: [...result, ...found] };
  },
};

const signsUpAsInvited: Row = {
  name: "signing up as somebody invited, without the link",
  run: async () => {
    const { result } = await withoutMail(
      async (site) => {
        const [owner, email] = [await newAccount(site), newEmail("invited")];
        await owner.post("/preferences/family/invite", { inviteeEmail: email });
        const form = { mode: "signup", email, password: "correct horse 7" };
        return (await new Client(site.url, site.judge).post("/auth", form)).status;
      },
      { SIGN_UP: "invited" },
    );
    return { tried: 1, through: result === 303 ? ["an account for whoever knows the invited address"] : [] };
  },
};

const feedsOutlivePasswords: Row = {
  name: "a calendar feed after a new password",
  run: async (target) => {
    const through = [];
    for (const way of ["changed", "reset"]) {
      const account = await newAccount(target);
      await account.post("/preferences/calendar/feed", { kids: "on" });
      const feed = await findOn(account, "/preferences/calendar", /\/calendar\/[\w.-]+\.ics/);
      if (way === "changed") {
        const form = { currentPassword: account.password, newPassword: "another horse 8" };
        await account.post("/preferences/account/password", form);
      } else {
        await account.post("/auth/forgot", { email: account.email });
        await new Client(target.url, target.judge).post(await target.linkTo(account.email, "/auth/reset"), {
          password: "another horse 8",
        });
      }
      const { status } = await new Client(target.url, target.judge).get(feed);
      if (status === 200) through.push(`the feed still works after the password was ${way}`);
    }
    return { tried: 2, through };
  },
};

const oddPaths: Row = {
  name: "odd paths with a session and a foreign Origin",
  run: async (target) => {
    const account = await newAccount(target, { isVerified: false });
    const origins: Record<string, string>[] = [{}, { origin: "https://evil.example" }];
    const through: string[] = [];
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
    for (const path of paths)
      for (const headers of origins)
        for (const method of ["GET", "POST", "TRACE", "PUT", "DELETE"]) {
          const { status } = await account.send(path, { method, headers });
          if (status >= 500 || status === 200) through.push(`${method} ${path} answered ${status}`);
        }
    return { tried: paths.length * origins.length * 5, through };
  },
};

const inheritsInstance: Row = {
  name: "rights over the instance, without being given them",
  run: async () => {
    const { result } = await withoutMail(async (site) => {
      const [first, second] = [await newAccount(site), await newAccount(site)];
      const before = (await second.get("/preferences/instance")).status;
      await first.post("/preferences/account/delete", { password: first.password });
      return [before, (await second.get("/preferences/instance")).status];
    });
    return {
      tried: 2,
      through: result.includes(200) ? ["the next account has them when the first deletes itself"] : [],
    };
  },
};

const plainCookies: Row = {
  name: "cookies that another host could set, on https",
  run: async () => {
    await using mila = await startMila({ APP_URL: "https://mila.example.com", TRUST_PROXY: "1" });
    const client = new Client(mila.url);
    const lines = [];
    for (const [path, form] of [
      ["/theme", { theme: "dark" }],
      ["/auth", { mode: "signup", email: newEmail(), password: "correct horse 7" }],
    ] as const)
      lines.push(...[(await client.post(path, form)).headers["set-cookie"] ?? []].flat());
    const wrong = lines.filter((line) => !line.startsWith("__Host-") || !/;\s*secure/i.test(line));
    return { tried: lines.length, through: wrong.map((line) => `${line.split("=")[0]} is not __Host-`) };
  },
};

const unverifiedSends: Row = {
  name: "invitations and requests from an address that nobody verified",
  run: async (target) => {
    // The first account is exempt, and the victims have it.
    const account = await newAccount(target, { isVerified: false });
    const stranger = newEmail("stranger");
    await account.post("/preferences/family/invite", { inviteeEmail: stranger });
    await addMember(account, { name: "Kim", email: stranger });
    await target.settle();
    const mails = target.smtp.mails().filter(({ recipients }) => recipients.includes(stranger)).length;
    return { tried: 2, through: mails > 0 ? [`${mails} mails to a stranger`] : [] };
  },
};

export const findings: Row[] = [
  joinsWithoutLink,
  signsUpAsInvited,
  unverifiedSends,
  feedsOutlivePasswords,
  oddPaths,
  inheritsInstance,
  plainCookies,
];
