interface Draft {
  title: string;
  category: string;
  /** Wall clock, YYYY-MM-DDTHH:mm; empty without. */
  dueDate: string;
}

/** What was understood, as a sentence to be heard. */
export function understood(drafts: Draft[]): string {
  const tasks = drafts.map(({ title, category, dueDate }) =>
    [title, dueDate && spokenDate.format(new Date(`${dueDate}Z`)), `for ${category}`].filter(Boolean).join(", "),
  );
  return `${tasks.join(". ")}. Is this right?`;
}

/** The wall clock itself, so no zone's. */
const spokenDate = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
});
