import type { Channel } from "#db/schema.ts";

export interface Check {
  name: string;
  status: "done" | "open" | "problem";
  text: string;
  /** The channel for its test message. */
  channel?: Channel;
}

export function done(name: string, text: string): Check {
  return { name, status: "done", text };
}

export function open(name: string, text: string): Check {
  return { name, status: "open", text };
}

export function problem(name: string, text: string): Check {
  return { name, status: "problem", text };
}
