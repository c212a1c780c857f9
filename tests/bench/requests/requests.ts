import { fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import type { Mila } from "../../support/product/mila.ts";
import { Visitor } from "../../support/product/visitor.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { allCards, familyWithTasks } from "../family.ts";
import { median } from "../median.ts";

const [connections, seconds, rounds] = [8, 4, 3];
export const bare = "a bare server that answers ok";
const floors = [
  "Express alone, a health check",
  "Express alone, the dashboard's bytes",
  "Express alone, the sign-in page's bytes",
] as const;

export interface Load {
  /** Another of the loads, for the ratio. */
  floor: string;
  request: autocannon.Options;
  /** Before each round. */
  prepare?: () => Promise<void>;
}

/**
 * Requests a second of the pages, of Express alone with the same bytes, and of a bare server. Their
 * rounds take turns, so that whatever else the machine does meets all of them: the ratios hold on any machine,
 * the rates only on this one.
 */
export async function requestFigures(mila: Mila) {
  const visitor = await familyWithTasks(mila, 50);
  // The first page sets a cookie.
  await visitor.get("/dashboard");
  const page = await visitor.get(allCards);
  const signIn = await (await new Visitor(mila.url).get("/auth")).text();
  await using express = await startFloors({ dashboard: await page.text(), signIn });
  const cookie = ["mila_session", "mila_device"]
    .map((name) => `${name}=${visitor.cookie(name)}`)
    .join("; ");
  const headers = { cookie, accept: "text/html", "accept-encoding": "gzip" };
  const unchanged = { ...headers, "if-none-match": "" };
  const [live, dashboard, auth] = floors;
  const loads: Record<string, Load> = {
    [bare]: { floor: live, request: { url: express.bareUrl } },
    [live]: { floor: live, request: { url: `${express.url}/live` } },
    [dashboard]: { floor: dashboard, request: { url: `${express.url}/pages/dashboard`, headers } },
    [auth]: { floor: auth, request: { url: `${express.url}/pages/signIn`, headers } },
    "/health/live": { floor: live, request: { url: `${mila.url}/health/live` } },
    "sign-in page": {
      floor: auth,
      request: { url: `${mila.url}/auth`, headers: { "accept-encoding": "gzip" } },
    },
    "dashboard, 50 tasks": { floor: dashboard, request: { url: mila.url + allCards, headers } },
    "dashboard, unchanged": {
      floor: dashboard,
      request: { url: mila.url + allCards, headers: unchanged },
      prepare: async () => {
        unchanged["if-none-match"] =
          (await visitor.get(allCards, { accept: "text/html" })).headers.get("etag") ?? "";
      },
    },
    "/week": { floor: dashboard, request: { url: `${mila.url}/week`, headers } },
    "add a task": { floor: live, request: await addingRequest(mila) },
  };
  return await ratesInTurns(loads);
}

/** Runs the loads in turns. One of them is the bare server. */
export async function ratesInTurns(loads: Record<string, Load>) {
  const results = Object.fromEntries(
    Object.keys(loads).map((name) => [name, [] as autocannon.Result[]]),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { request, prepare }] of Object.entries(loads)) {
      await prepare?.();
      const result = await autocannon({ connections, duration: seconds, ...request });
      if (result["4xx"] + result["5xx"] + result.errors > 0)
        throw new Error(`${name}: requests failed`);
      results[name]?.push(result);
    }
  }
  const rates = (name: string) => (results[name] ?? []).map(({ requests }) => requests.average);
  return Object.fromEntries(
    Object.entries(loads).map(([name, load]) => [
      name,
      {
        "a second": Math.round(median(rates(name))),
        "p50 (ms)": median((results[name] ?? []).map(({ latency }) => latency.p50)),
        "p99 (ms)": median((results[name] ?? []).map(({ latency }) => latency.p99)),
        "of Express alone": twoDigits(
          median(rates(name).map((rate, at) => rate / rates(load.floor)[at]!)),
        ),
        "of a bare server": twoDigits(
          median(rates(name).map((rate, at) => rate / rates(bare)[at]!)),
        ),
      },
    ]),
  );
}

/** Each adds another task, in turns of many families: an account adds 60 times a minute. */
async function addingRequest(mila: Mila): Promise<autocannon.Options> {
  const families: Visitor[] = [];
  for (let family = 0; family < 200; family += 1) families.push(await signedInFamily(mila));
  const cookies = families.map((visitor) => `mila_session=${visitor.cookie("mila_session")}`);
  let added = 0;
  const body = () => String(new URLSearchParams({ text: `Buy milk ${(added += 1)}` }));
  return {
    url: `${mila.url}/dashboard`,
    method: "POST",
    requests: [
      {
        setupRequest: (request) => {
          const headers = {
            cookie: cookies[added % cookies.length]!,
            "content-type": "application/x-www-form-urlencoded",
          };
          return { ...request, headers, body: body() };
        },
      },
    ],
  };
}

/** How much slower the dashboard becomes while passwords are checked, two at a time. */
export async function besidePasswordsFigures(mila: Mila) {
  const visitor = await familyWithTasks(mila, 50);
  const cookie = `mila_session=${visitor.cookie("mila_session")}`;
  const dashboard = {
    url: `${mila.url}/dashboard`,
    connections: 1,
    duration: seconds,
    headers: { cookie },
  };
  const { latency: alone } = await autocannon(dashboard);
  const measured = new AbortController();
  const people = [1, 2].map(async (person) => {
    const stranger = new Visitor(mila.url);
    for (let turn = 0; turn < 10 && !measured.signal.aborted; turn += 1)
      await stranger.post("/auth", {
        mode: "login",
        email: `nobody-${person}@example.com`,
        password: "correct horse",
      });
  });
  const { latency: beside } = await autocannon(dashboard);
  measured.abort();
  await Promise.all(people);
  const shown = ({ p50, p99 }: typeof alone) => ({ "p50 (ms)": p50, "p99 (ms)": p99 });
  return { alone: shown(alone), "beside sign-ins": shown(beside) };
}

/** Starts Express alone with these pages, and a bare server. */
export async function startFloors(
  pages: Record<string, string>,
): Promise<AsyncDisposable & { url: string; bareUrl: string }> {
  const child = fork(new URL("floors.ts", import.meta.url));
  const [[{ port }, { port: barePort }]] = (await once(child, "message")) as [
    [AddressInfo, AddressInfo],
  ];
  child.send(pages);
  return {
    url: `http://127.0.0.1:${port}`,
    bareUrl: `http://127.0.0.1:${barePort}/`,
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

const twoDigits = (ratio: number) => Number(ratio.toPrecision(2));
