import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { type Bearer, dataOf, newBearer } from "../support/api/bearer.ts";
import type { DavAccount } from "./drivers/vdirsyncer.ts";

export interface DavFamily extends DavAccount, Bearer {
  /** Reads all tasks by the API, newest first. */
  tasks: () => Promise<ApiTask[]>;
}

export type ApiTask = Awaited<ReturnType<typeof listTasks>>[number];

/** A family whose token opens CalDAV, and the API that shows what became of it. */
export async function newDavFamily(mila: {
  url: string;
  db: Kysely<Database>;
}): Promise<DavFamily> {
  const bearer = await newBearer(mila, { Emma: "child" });
  return {
    ...bearer,
    address: `${mila.url}/dav/`,
    email: `${bearer.userId}@example.com`,
    tasks: () => listTasks(bearer.api),
  };
}

async function listTasks(api: Bearer["api"]) {
  const first = dataOf(await api.GET("/tasks", { params: { query: { limit: 200 } } }));
  const all = [...first.tasks];
  for (let cursor = first.next_cursor; cursor !== null;) {
    const page = dataOf(await api.GET("/tasks", { params: { query: { limit: 200, cursor } } }));
    all.push(...page.tasks);
    cursor = page.next_cursor;
  }
  return all;
}
