/** One thing of an instance: whether it is set up, or in problem, and what it is or what to do, in a sentence or two. */
export interface Check {
  name: string;
  status: "done" | "open" | "problem";
  text: string;
  /** By which a test can go out. */
  channel?: "email" | "sms" | "whatsapp";
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
