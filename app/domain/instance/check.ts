/** One thing of an instance: whether it is set up, or in trouble, and what it is or what to do, in a sentence or two. */
export interface Check {
  name: string;
  state: "done" | "open" | "trouble";
  words: string;
  /** By which a test can go out. */
  channel?: "email" | "sms" | "whatsapp";
}

export function done(name: string, words: string): Check {
  return { name, state: "done", words };
}

export function open(name: string, words: string): Check {
  return { name, state: "open", words };
}

export function trouble(name: string, words: string): Check {
  return { name, state: "trouble", words };
}
