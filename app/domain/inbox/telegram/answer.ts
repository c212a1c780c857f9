/** Sent after what it answers is saved. */
export type Answer =
  | { type: "message"; chat: string; text: string }
  | { type: "tap"; id: string; text: string };
