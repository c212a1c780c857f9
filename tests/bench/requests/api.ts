import autocannon from "autocannon";
import { openDatabase } from "#db/connection.server.ts";
import { seedFamily } from "#db/seed.ts";
import { wallClockAt } from "#app/domain/core/time.ts";
import { newSecret } from "../../support/api/bearer.ts";
import type { Mila } from "../../support/product/mila.ts";
import { newFamily } from "../../support/records/family.ts";
import { bare, type Load, ratesInTurns, startFloors } from "./requests.ts";

/** Without these, the limits of an account would end each round. */
export const withoutLimits = {
  API_CALLS_A_MINUTE: "10000000",
  ADDS_A_MINUTE: "1000000",
  ADDS_A_DAY: "1000000",
};

const newYork = {
  name: "America/New_York",
  wallClockAt: (instant: string) => wallClockAt(instant, "America/New_York").toString(),
};

/** An account changes something 240 times a minute at most. */
const families = 400;

/** Requests a second of `/api/v1`, beside a bare server in the same run. */
export async function apiFigures(mila: Mila) {
  const db = openDatabase(`${mila.dataFolder}/mila.db`);
  const family = await newFamily(db);
  await seedFamily(db, family, 50, newYork);
  const reader = { Authorization: `Bearer ${await newSecret(db, family)}` };
  const secrets: string[] = [];
  for (let made = 0; made < families; made += 1)
    secrets.push(await newSecret(db, await newFamily(db)));
  await db.destroy();
  await using floors = await startFloors({});
  const url = `${mila.url}/api/v1`;
  const first = await fetch(`${url}/tasks?limit=50`, { headers: reader });
  const unchanged = { ...reader, "If-None-Match": first.headers.get("ETag") ?? "" };
  const loads: Record<string, Load> = {
    [bare]: { floor: bare, request: { url: floors.bareUrl } },
    "list of 50": { floor: bare, request: { url: `${url}/tasks?limit=50`, headers: reader } },
    "list of 50, unchanged": {
      floor: bare,
      request: { url: `${url}/tasks?limit=50`, headers: unchanged },
    },
    "add by fields": {
      floor: bare,
      request: adding(`${url}/tasks`, secrets, (at) => ({
        title: `Buy milk ${at}`,
        due_date: "2031-01-05T15:00",
      })),
    },
    "add by text": {
      floor: bare,
      request: adding(`${url}/tasks`, secrets, (at) => ({ text: `call the vet ${at} tomorrow` })),
    },
  };
  return await ratesInTurns(loads);
}

/** Each adds another task, in turns of many families. */
function adding(
  url: string,
  secrets: readonly string[],
  bodyOf: (at: number) => object,
): autocannon.Options {
  let added = 0;
  return {
    url,
    method: "POST",
    requests: [
      {
        setupRequest: (request) => {
          added += 1;
          const headers = {
            authorization: `Bearer ${secrets[added % secrets.length]}`,
            "content-type": "application/json",
          };
          return { ...request, headers, body: JSON.stringify(bodyOf(added)) };
        },
      },
    ],
  };
}
