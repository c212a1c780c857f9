interface Draft {
  title: string;
  category: string;
  /** Wall clock, YYYY-MM-DDTHH:mm; empty without. */
  dueDate: string;
}

/** The drafts as a sentence to read aloud. */
export function spokenDrafts(drafts: Draft[]): string {
  const tasks = drafts.map(({ title, category, dueDate }) =>
    [title, dueDate && spokenDate.format(new Date(`${dueDate}Z`)), `for ${category}`].filter(Boolean).join(", "),
  );
  return `${tasks.join(". ")}. Is this right?`;
}

/** Drafts have wall clock times: formatted as UTC, they stay as they are. */
const spokenDate = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
});
