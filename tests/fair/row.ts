import type { Stage } from "./stage.ts";

/** Something one household does that no other may feel. */
export interface FairRow {
  /** For `npm run fair -- --only`. */
  name: string;
  tried: string;
  settings?: Record<string, string>;
  /** The channel of the bystander's reminders; email by default. */
  bystandersChannel?: "ntfy";
  /** The bystander keeps signing in, on a device that Mila knows. */
  signsIn?: true;
  /** Makes the data, before anything is measured. */
  prepare?: (stage: Stage) => Promise<void>;
  /** Begins what the worker does, once everything is measured. */
  begin?: (stage: Stage) => Promise<void>;
  /** Sends requests without end, in a process of its own. */
  attack?: (target: Target) => Promise<void>;
  /** Milliseconds by which something of the bystander's was late, beside their reminders. */
  late?: (stage: Stage) => Promise<number>;
  /** Each cap, and whether it held; no matter of seconds. */
  caps?: (stage: Stage) => Promise<Record<string, boolean>>;
}

/** The address of a Mila and a session of the hostile account. */
export interface Target {
  url: string;
  cookie: string;
  email: string;
  /** A path that `prepare` found. */
  path: string;
}

/** Runs requests without end, some at a time, and tells the parent once the first is answered. */
export async function withoutEnd(
  atOnce: number,
  request: (turn: number) => Promise<unknown>,
): Promise<void> {
  let turn = 0;
  // A refused connection is an answer, too.
  const next = () => request((turn += 1)).catch(() => undefined);
  await next();
  process.send?.("answered");
  const loop = async () => {
    for (;;) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}

export async function get(
  { url, cookie }: Target,
  path: string,
  headers: Record<string, string> = {},
): Promise<void> {
  await (
    await fetch(url + path, { headers: { cookie, ...headers }, redirect: "manual" })
  ).arrayBuffer();
}

export async function post(
  { url, cookie }: Target,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<void> {
  const body = new URLSearchParams(fields);
  await (
    await fetch(url + path, {
      method: "POST",
      body,
      headers: { cookie, ...headers },
      redirect: "manual",
    })
  ).arrayBuffer();
}
