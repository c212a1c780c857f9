/** The parts of a prompt's material that the fake reads: a request, or the facts of a week. */
export interface Material {
  built_in_reading?: FakeTask[];
  tasks_ahead?: number;
  overdue?: number;
}

export interface FakeTask {
  title: string;
  category: string;
  description: string | null;
  due_date: string | null;
  assignee: string | null;
  other_due_dates?: string[];
  other_categories?: string[];
}

/** How the fake behaves. It is JSON, so that `PUT /fake/behaviour` can change it while it runs. */
export type Behaviour =
  /** Repeats the built-in reading or the facts from the prompt. */
  | { type: "helpful" }
  /** Always gives this answer: a text unchanged, anything else as JSON. */
  | { type: "answering"; with: unknown }
  | { type: "lying"; about: keyof typeof lies }
  /** Never answers, or stops in the middle of an answer. */
  | { type: "slow" }
  | { type: "stalling" }
  | { type: "hanging_up" }
  | { type: "failing"; status: number; retryAfterSeconds?: number }
  | { type: "garbled"; how: keyof typeof garbage }
  | { type: "cut_off" }
  | { type: "refusing" }
  | { type: "filtering" };

/** Changes to the built-in reading that the rules must check. */
export const lies = {
  "another date": (task: FakeTask) => ({ ...task, due_date: "2027-01-01T09:00" }),
  "no date": (task: FakeTask) => ({ ...task, due_date: null }),
  "a past date": (task: FakeTask) => ({ ...task, due_date: "1999-12-31T23:59" }),
  "a date that does not exist": (task: FakeTask) => ({ ...task, due_date: "2027-02-30T10:00" }),
  "a date for another parser": (task: FakeTask) => ({ ...task, due_date: "next Tuesday" }),
  "a category of its own": (task: FakeTask) => ({ ...task, category: "Admin" }),
  "a long title": (task: FakeTask) => ({ ...task, title: "long ".repeat(2_000) }),
  "an empty title": (task: FakeTask) => ({ ...task, title: " \u0000\u202E " }),
  "a hidden title": (task: FakeTask) => ({
    ...task,
    title: "\u0000Call\u0007 \u202Egrandma\u202C\n now",
  }),
  "a long description": (task: FakeTask) => ({ ...task, description: "long ".repeat(2_000) }),
  "the other reading": (task: FakeTask) => ({
    ...task,
    due_date: task.other_due_dates?.[0] ?? task.due_date,
    category: task.other_categories?.[0] ?? task.category,
  }),
  "a name that was not said": (task: FakeTask) => ({
    ...task,
    title: `${task.title} with Mallory`,
  }),
  "a number that was not said": (task: FakeTask) => ({
    ...task,
    title: `${task.title}, 19005550100`,
  }),
  "a stranger": (task: FakeTask) => ({ ...task, assignee: "Mallory" }),
  "more tasks": (task: FakeTask) => ({ ...task, others: Array.from({ length: 50 }, () => task) }),
  "a title that is no text": (task: FakeTask) => ({ ...task, title: { text: task.title } }),
  "no title": (task: FakeTask) => ({ ...task, title: undefined }),
};

/** Bodies with status 200 that are not a chat completion or have no answer. */
export const garbage = {
  "not JSON": '{"choices": [',
  "a page": "<!doctype html><title>Sign in to the hotel's network</title>",
  nothing: "",
  "no choices": JSON.stringify({ object: "chat.completion", choices: [] }),
  "another shape": JSON.stringify({ output: [{ type: "message" }] }),
  null: "null",
};
